// breaks: web-order-brand
import { api } from "#web/client/api.ts";
export const calls = api;
