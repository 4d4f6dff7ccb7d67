// breaks: home-of-kysely
import * as found from "kysely";
export const uses = found;
