import { countCharacters } from "#contract/plain-text.ts";

/** What to say of a text that will not be accepted for its length. Nothing is ever cut. */
export function tooLong(text: string, limit: number): string | undefined {
  return countCharacters(text) > limit ? `This may have at most ${limit} characters.` : undefined;
}
