import { z } from "zod";
import { limits } from "../limits.ts";
import { storableLine } from "../values/text.ts";
import {
  anyRatingLabelsSchema,
  fitSchema,
  ratingDirections,
  ratingLabelsSchema,
  ratingTallySchema,
} from "./rating-schemas.ts";

/** What can be chosen, in order. An empty option is left out. */
const optionsSchema = z
  .array(storableLine(limits.optionCharacters))
  .transform((options) => options.filter((option) => option !== ""));

/** The same as stored or as typed so far. */
const anyOptionsSchema = z.array(z.string());

/** How one choice question was answered. */
const choiceTallySchema = z.object({
  question_id: z.int(),
  label: z.string().nullable(),
  options: z.array(z.string()),
  /** How many chose each option, in the order of the options. */
  counts: z.array(z.int().nonnegative()),
});

/** The types of questions: text, a rating from 1 to 5, or one of several options. */
export const questionTypes = ["textarea", "rating", "choice"] as const;
export type QuestionType = (typeof questionTypes)[number];

/** The fields that only one type of question has, as an owner sends them. */
export const typeFieldsDraft = {
  rating_labels: ratingLabelsSchema.optional(),
  /** What a high number means; absent if the question is not marked. */
  rating_direction: z.enum(ratingDirections).optional(),
  options: optionsSchema.optional(),
};

/** The same as stored or as typed so far. */
export const typeFields = {
  rating_labels: anyRatingLabelsSchema.optional(),
  rating_direction: z.enum(ratingDirections).optional(),
  options: anyOptionsSchema.optional(),
};
const typeFieldsSchema = z.object(typeFields);
export type TypeFields = z.output<typeof typeFieldsSchema>;
/** Those of them that only the owner sees. */
export type OwnerOnlyTypeFields = Pick<TypeFields, "rating_direction">;

/** The tallies of counted questions, in one list for each type. */
export const tallyFields = {
  ratings: z.array(ratingTallySchema),
  choices: z.array(choiceTallySchema),
};
const talliesSchema = z.object(tallyFields);
export type Tallies = z.output<typeof talliesSchema>;

/** How many chose each answer of one question, with the type of the question. */
export const anyTallySchema = z.discriminatedUnion("type", [
  ratingTallySchema.extend({ type: z.literal("rating") }),
  choiceTallySchema.extend({ type: z.literal("choice") }),
]);

/** What the recap says about counted questions. */
export const recapFields = { fit: fitSchema, choices: z.array(choiceTallySchema) };
const recapFieldsSchema = z.object(recapFields);
export type CountedRecap = z.output<typeof recapFieldsSchema>;
