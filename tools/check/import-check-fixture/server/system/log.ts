// breaks: server-order-1
import { open } from "#server/db/open.ts";
export const log = open;
