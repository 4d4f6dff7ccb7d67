import { z } from "zod";
import { normalizeEmail, readEmail } from "./email.ts";
import { isStorableText, toLine, trimText } from "./plain-text.ts";

const storable = z
  .string()
  .refine(isStorableText, "This contains characters that cannot be stored.");

/** Storable text, trimmed and with normalized line endings, for text whose length is checked separately. */
export const textOfAnyLength = storable.transform(trimText);

/** The same on one line: a title, a name, a label. Line breaks and control characters become a space. */
export const lineOfAnyLength = storable.transform(toLine);

/** Text of at most `max` characters. */
export function storableText(max: number) {
  return withMaxLength(textOfAnyLength, max);
}

/** A line of at most `max` characters. */
export function storableLine(max: number) {
  return withMaxLength(lineOfAnyLength, max);
}

/** An address as a person typed it, normalized. The feature checks whether it is one, for an error of its own. */
export const typedEmail = storable.transform(normalizeEmail);

/** An address, normalized; `message` is the error for everything else. */
export function emailAddress(message: string) {
  return z.string().transform((typed, context) => {
    const email = readEmail(typed);
    if (email !== undefined) return email;
    context.addIssue(message);
    return z.NEVER;
  });
}

function withMaxLength(text: typeof textOfAnyLength, max: number) {
  return text.refine((value) => value.length <= max, `This may have at most ${max} characters.`);
}
