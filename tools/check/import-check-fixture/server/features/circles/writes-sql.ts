// breaks: query-layer-home
import * as found from "kysely";
export const uses = found;
