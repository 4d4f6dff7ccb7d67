import { sql } from "kysely";
export const queries = sql;
