// breaks: web-order-screens
import { routes } from "#web/routes.tsx";
export const asks = routes;
