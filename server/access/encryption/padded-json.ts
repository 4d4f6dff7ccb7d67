const paddingBytes = 4096;

/**
 * A value as JSON whose length is a whole number of steps, since encryption keeps lengths: that of a waiting answer would
 * reveal which released answer it became, and that of a choice which option was chosen.
 */
export function toPaddedJson(value: unknown): string {
  const json = JSON.stringify(value);
  const bytes = Buffer.byteLength(json);
  // JSON allows trailing spaces.
  return json + " ".repeat(Math.ceil(bytes / paddingBytes) * paddingBytes - bytes);
}
