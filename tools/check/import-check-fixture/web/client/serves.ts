// breaks: home-of-hono
import * as found from "hono";
export const uses = found;
