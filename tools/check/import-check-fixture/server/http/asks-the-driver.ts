// breaks: drivers-home
import * as found from "pg";
export const uses = found;
