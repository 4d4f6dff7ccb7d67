import { types } from "@electric-sql/pglite";
import pg from "pg";

const int8Array = 1016;
const dateArray = 1182;

const parseBytes = (text: string): Buffer => Buffer.from(text.slice(2), "hex");
const asText = (text: string): string => text;

/**
 * How values arrive, the same on both drivers where their defaults differ: int8 and counts as numbers,
 * days as YYYY-MM-DD (an instant would move them to another day in another zone), bytes as Buffer.
 */
export const embeddedParsers = {
  [types.INT8]: Number,
  [types.DATE]: asText,
  [types.BYTEA]: parseBytes,
};

/** The same for `pg`, for one pool and not for the whole process. */
export function createPostgresParsers(): pg.CustomTypesConfig {
  const parsers = new pg.TypeOverrides();
  parsers.setTypeParser(types.INT8, Number);
  parsers.setTypeParser(int8Array, (text: string) => types.arrayParser(text, Number, int8Array));
  parsers.setTypeParser(types.DATE, asText);
  parsers.setTypeParser(dateArray, (text: string) => types.arrayParser(text, asText, dateArray));
  return parsers;
}
