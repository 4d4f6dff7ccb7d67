import { z } from "zod";
import { isStorableText, trimText } from "./plain-text.ts";

/** Text that can be stored, line ends as one character, trimmed; of what a rule of its own measures. */
export const unmeasuredText = z
  .string()
  .refine(isStorableText, "This contains characters that cannot be stored.")
  .transform(trimText);

/** The same of at most `max` characters. */
export function storableText(max: number) {
  return unmeasuredText.refine(
    (text) => text.length <= max,
    `This may have at most ${max} characters.`,
  );
}
