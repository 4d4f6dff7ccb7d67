// breaks: server-order-1
import { open } from "./db/open.ts";
export const log = open;
