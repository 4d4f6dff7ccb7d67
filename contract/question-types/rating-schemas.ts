import { z } from "zod";
import { limits } from "../limits.ts";
import { storableLine } from "../values/text.ts";

/** The labels under 1, 3 and 5, as an owner sends them. An empty one is omitted from the scale. */
export const ratingLabelsSchema = z.object({
  low: storableLine(limits.ratingLabelCharacters),
  middle: storableLine(limits.ratingLabelCharacters),
  high: storableLine(limits.ratingLabelCharacters),
});

/** The same as stored or as typed so far. */
export const anyRatingLabelsSchema = z.object({
  low: z.string(),
  middle: z.string(),
  high: z.string(),
});
export type RatingLabels = z.output<typeof anyRatingLabelsSchema>;

/** What a high number means. Absent if the owner has not marked the question. */
export const ratingDirections = ["higher_is_better", "lower_is_better"] as const;
export type RatingDirection = (typeof ratingDirections)[number];

/** How one rating question was answered. */
export const ratingTallySchema = z.object({
  question_id: z.int(),
  label: z.string().nullable(),
  low: z.string(),
  high: z.string(),
  /** How many chose 1, 2, 3, 4, 5. */
  counts: z.array(z.int().nonnegative()),
});

/** What the recap says about all rating questions of a circle together. */
export const fitSchema = z.discriminatedUnion("state", [
  /** The circle has no rating question, or none was answered. */
  z.object({ state: z.literal("not_asked") }),
  z.object({ state: z.literal("none_yet") }),
  /** Every question that was rated reads as if a high number were bad news, and its owner has not marked it. */
  z.object({ state: z.literal("unmarked") }),
  z.object({
    state: z.literal("rated"),
    /**
     * The mean of all readable rating answers whose direction is known, reversed if a low number is good. The counts
     * are of the same answers.
     */
    average: z.number(),
    ratings_count: z.int().positive(),
    /** How many ratings have a direction that is not known. */
    left_out_count: z.int().nonnegative(),
    /** How many chose 1, 2, 3, 4, 5. */
    counts: z.array(z.int().nonnegative()),
    low: z.string(),
    high: z.string(),
  }),
]);
