import { z } from "zod";
import { trimText } from "./answers.ts";

/** PostgreSQL stores neither U+0000 nor half of a surrogate pair; refused here with a sentence instead of failing there. */
export function isStorableText(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}

/** Text that can be stored, line ends as one character, trimmed, at most `max` characters. */
export function storableText(max: number) {
  return z
    .string()
    .refine(isStorableText, "This contains characters that cannot be stored.")
    .transform(trimText)
    .refine((text) => text.length <= max, `This may have at most ${max} characters.`);
}
