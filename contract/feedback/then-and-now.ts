import { z } from "zod";
import { daySchema } from "../circles/circles.ts";
import { defineEndpoint } from "../endpoint.ts";
import { ratingDirections } from "../question-types/rating-schemas.ts";
import { anyTallySchema } from "../question-types/schemas.ts";
import { idParams } from "../values/id-params.ts";

/** How one question was answered in one of two circles. There are only counts, so that nobody can be recognized. */
const sideSchema = z.object({ tally: anyTallySchema, people_count: z.int().positive() });

/** The days on which the answers of a circle were received; in an anonymous one, that of its closing. */
const daysSchema = z.object({ first: daySchema, last: daySchema });

const earlierSchema = z.object({ circle_id: z.uuid(), title: z.string() });

/** What can be compared with the circle that this one asks again. */
export const thenAndNowSchema = z.discriminatedUnion("state", [
  /** It does not ask one again, or the earlier one was deleted. */
  z.object({ state: z.literal("none") }),
  /** The earlier one is locked, or there is nothing to read in it. */
  earlierSchema.extend({ state: z.enum(["locked", "nothing_to_read"]) }),
  earlierSchema.extend({
    state: z.literal("readable"),
    before_on: daysSchema,
    now_on: daysSchema,
    /** Questions with the same words and the same scale or options that were answered in both. */
    questions: z.array(
      z.object({
        question_id: z.int(),
        label: z.string(),
        /** Whether it is the stance question, from which the overall view is counted. */
        is_stance: z.boolean(),
        /** What a high number means, as it is marked now; null if that is not known, and for choices. */
        direction: z.enum(ratingDirections).nullable(),
        before: sideSchema,
        now: sideSchema,
      }),
    ),
  }),
]);
export type ThenAndNow = z.output<typeof thenAndNowSchema>;

/** Compares the counted answers of a copied circle with those of the circle it was copied from. */
export const readThenAndNow = defineEndpoint({
  method: "GET",
  path: "/api/circles/:id/then-and-now",
  summary: "Compares the counted answers of a paraline with those of the one that it is a copy of",
  access: "owner",
  params: idParams,
  output: z.object({ comparison: thenAndNowSchema }),
  errors: ["circle_not_found", "results_locked"],
});
