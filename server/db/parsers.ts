import { types } from "@electric-sql/pglite";
import pg from "pg";

const INT8_ARRAY = 1016;
const DATE_ARRAY = 1182;

const parseBytes = (text: string): Buffer => Buffer.from(text.slice(2), "hex");
const asText = (text: string): string => text;

/**
 * How values arrive, the same on both drivers where their defaults differ: int8 and counts as numbers,
 * days as YYYY-MM-DD (an instant would move them to another day in another zone), bytes as Buffer.
 */
export const embedded_parsers = {
  [types.INT8]: Number,
  [types.DATE]: asText,
  [types.BYTEA]: parseBytes,
};

/** The same for `pg`, for one pool and not for the whole process. */
export function createServerParsers(): pg.CustomTypesConfig {
  const parsers = new pg.TypeOverrides();
  parsers.setTypeParser(types.INT8, Number);
  parsers.setTypeParser(INT8_ARRAY, (text: string) => types.arrayParser(text, Number, INT8_ARRAY));
  parsers.setTypeParser(types.DATE, asText);
  parsers.setTypeParser(DATE_ARRAY, (text: string) => types.arrayParser(text, asText, DATE_ARRAY));
  return parsers;
}
