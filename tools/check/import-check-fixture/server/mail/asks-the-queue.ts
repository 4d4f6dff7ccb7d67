// breaks: home-of-pg-boss
import * as found from "pg-boss";
export const uses = found;
