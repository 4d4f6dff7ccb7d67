import { sql } from "kysely";
export const open = sql;
