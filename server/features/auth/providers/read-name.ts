import { limits } from "#contract/limits.ts";
import { isStorableText, toLine } from "#contract/values/plain-text.ts";

/** What a provider tells as a name, as one line of at most the length of names; undefined for anything else. */
export function readName(told: unknown): string | undefined {
  if (typeof told !== "string" || !isStorableText(told)) return undefined;
  const line = [...toLine(told)].slice(0, limits.nameCharacters).join("");
  return line === "" ? undefined : line;
}
