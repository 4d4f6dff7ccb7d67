import { countCharacters } from "#contract/values/plain-text.ts";

/** The message for a text that is too long to be accepted. Nothing is ever truncated. */
export function tooLong(text: string, limit: number): string | undefined {
  return countCharacters(text) > limit ? `This may have at most ${limit} characters.` : undefined;
}
