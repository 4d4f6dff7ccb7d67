// breaks: queue-home
import * as found from "pg-boss";
export const uses = found;
