// breaks: server-order-4
import { act } from "#server/features/auth/act.ts";
export const http = act;
