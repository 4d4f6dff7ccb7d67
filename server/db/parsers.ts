import pg from "pg";

/** The numbers that PostgreSQL gives to types. */
const types = {
  bytea: 17,
  int8: 20,
  date: 1082,
  texts: 1009,
  int8s: 1016,
  dates: 1182,
};

const parseBytes = (text: string): Buffer => Buffer.from(text.slice(2), "hex");
const asText = (text: string): string => text;

/**
 * Makes values the same on both drivers where their defaults differ: int8 and counts are numbers, days are YYYY-MM-DD
 * (an instant would be another day in another time zone), bytes are a Buffer.
 */
export const embeddedParsers = {
  [types.int8]: Number,
  [types.date]: asText,
  [types.bytea]: parseBytes,
};

/** The same for `pg`, but for one pool instead of the whole process. */
export function createPostgresParsers(): pg.CustomTypesConfig {
  const parsers = new pg.TypeOverrides();
  const parseTexts: (text: string) => (string | null)[] = pg.types.getTypeParser(types.texts);
  parsers.setTypeParser(types.int8, Number);
  parsers.setTypeParser(types.int8s, (text: string) =>
    parseTexts(text).map((item) => (item === null ? null : Number(item))),
  );
  parsers.setTypeParser(types.date, asText);
  parsers.setTypeParser(types.dates, parseTexts);
  return parsers;
}
