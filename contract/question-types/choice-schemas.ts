import { z } from "zod";
import { limits } from "../limits.ts";
import { storableLine } from "../values/text.ts";

/** What can be chosen, in order. An empty option is left out. */
export const optionsSchema = z
  .array(storableLine(limits.optionCharacters))
  .transform((options) => options.filter((option) => option !== ""));

/** The same as stored or as typed so far. */
export const anyOptionsSchema = z.array(z.string());

/** How one choice question was answered. */
export const choiceTallySchema = z.object({
  question_id: z.int(),
  label: z.string().nullable(),
  options: z.array(z.string()),
  /** How many chose each option, in the order of the options. */
  counts: z.array(z.int().nonnegative()),
});
