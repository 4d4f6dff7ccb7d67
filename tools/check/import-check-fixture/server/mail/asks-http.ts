// breaks: server-order-3
import { endpoint } from "#server/http/endpoint.ts";
export const mail = endpoint;
