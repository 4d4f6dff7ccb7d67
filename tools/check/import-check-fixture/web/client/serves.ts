// breaks: router-home
import * as found from "hono";
export const uses = found;
