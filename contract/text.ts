import { z } from "zod";
import { isStorableText, trimText } from "./plain-text.ts";

/** Text that can be stored, line ends as one character, trimmed, at most `max` characters. */
export function storableText(max: number) {
  return z
    .string()
    .refine(isStorableText, "This contains characters that cannot be stored.")
    .transform(trimText)
    .refine((text) => text.length <= max, `This may have at most ${max} characters.`);
}
