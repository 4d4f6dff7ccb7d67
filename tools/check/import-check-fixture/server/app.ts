// breaks: server-order-6
import { main } from "./main.ts";
export const app = main;
