const paddingBytes = 4096;

/**
 * A value as JSON, padded to a multiple of a fixed length. Encryption preserves lengths: in copies of the
 * database, the length of a sealed answer would reveal which released answer it became, and that of a choice which option
 * was chosen.
 */
export function toPaddedJson(value: unknown): string {
  const json = JSON.stringify(value);
  const bytes = Buffer.byteLength(json);
  // JSON allows trailing spaces.
  return json + " ".repeat(Math.ceil(bytes / paddingBytes) * paddingBytes - bytes);
}
