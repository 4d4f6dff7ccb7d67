// breaks: home-of-pg
import * as found from "pg";
export const uses = found;
