import { limits } from "#contract/limits.ts";
import { isStorableText, toLine } from "#contract/values/plain-text.ts";

/** A name that a provider gave, as one line that is not longer than names may be; undefined if it is not a name. */
export function readName(value: unknown): string | undefined {
  if (typeof value !== "string" || !isStorableText(value)) return undefined;
  const line = [...toLine(value)].slice(0, limits.nameCharacters).join("");
  return line === "" ? undefined : line;
}
