// breaks: web-order-ui
import { api } from "#web/client/api.ts";
export const calls = api;
