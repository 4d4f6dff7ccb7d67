// breaks: web-order-routes
import { main } from "./main.tsx";
export const routes = main;
