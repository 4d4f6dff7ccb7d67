import { z } from "zod";
import { daySchema } from "./circles/circles.ts";
import { defineEndpoint } from "./endpoint.ts";
import { resultsSchema } from "./feedback/feedback.ts";
import { limits } from "./limits.ts";
import { recapFields } from "./question-types/schemas.ts";
import { addDays, isPlanDay } from "./values/days.ts";
import { idParams } from "./values/id-params.ts";
import { isolate } from "./values/isolate.ts";
import { storableLine, storableText } from "./values/text.ts";

/** The four next steps. Source: docs/product.md, Decisions. */
export const decisionPaths = ["affirm", "experiment", "pause", "mentor"] as const;
export type DecisionPath = (typeof decisionPaths)[number];

/** The names of the paths. Source: docs/product.md, Decisions. */
export const pathNames: Record<DecisionPath, string> = {
  affirm: "Affirm + Commit",
  experiment: "Run a 30-day Experiment",
  pause: "Pause / No-Go",
  mentor: "Phone-a-Mentor",
};

/** One field of a path: text on ruled lines, a name on one line, or a day. */
export interface PathField<Name extends string = string> {
  name: Name;
  label: string;
  kind: "writing" | "line" | "day";
  /** Number of ruled lines. */
  lines?: 2 | 3;
}

/** The fields of each path with their exact labels, in order. Source: docs/product.md, Decisions. */
export const pathFields = {
  affirm: [
    { name: "why", label: "Why I'm committing", kind: "writing", lines: 3 },
    { name: "first_steps", label: "First 3 steps", kind: "writing", lines: 3 },
    { name: "check_in_buddy", label: "Check-in buddy", kind: "line" },
  ],
  experiment: [
    { name: "what_to_test", label: "What I'll test", kind: "writing", lines: 3 },
    { name: "start_date", label: "Start date", kind: "day" },
    { name: "success", label: "Success looks like", kind: "writing", lines: 3 },
    { name: "reviewer", label: "Who will review it with me", kind: "line" },
  ],
  pause: [
    { name: "why_not_now", label: "Why not now", kind: "writing", lines: 3 },
    { name: "what_changes", label: "What needs to change first", kind: "writing", lines: 3 },
    { name: "skills", label: "2 skills or conditions to build", kind: "writing", lines: 2 },
  ],
  mentor: [
    { name: "who", label: "Who I'll call", kind: "line" },
    { name: "tensions", label: "Key tensions to discuss", kind: "writing", lines: 3 },
    { name: "book_by", label: "I'll book by", kind: "day" },
  ],
} as const satisfies Record<DecisionPath, readonly PathField[]>;

const writing = storableText(limits.decisionWritingCharacters);
const line = storableLine(limits.decisionLineCharacters);
const part = storableText(limits.closingPartCharacters);
const planDay = daySchema.refine(isPlanDay, "Choose a day from 2000 to 2099.");
const day = z.union([planDay, z.literal("")]);

/** The text of every path, including those no longer chosen; empty if nothing was written. */
const planFieldsSchema = z.object({
  affirm: z.object({ why: writing, first_steps: writing, check_in_buddy: line }),
  experiment: z.object({
    what_to_test: writing,
    start_date: day,
    success: writing,
    reviewer: line,
  }),
  pause: z.object({ why_not_now: writing, what_changes: writing, skills: writing }),
  mentor: z.object({ who: line, tensions: writing, book_by: day }),
});
export type PlanFields = z.output<typeof planFieldsSchema>;

/** The closing letter's three parts; empty if nothing has been written. */
const closingPartsSchema = z.object({ heard: part, decided: part, thanks: part });
export type ClosingParts = z.output<typeof closingPartsSchema>;

/** How sure an owner may say they are of their prediction, in percent. */
export const confidences = [10, 20, 30, 40, 50, 60, 70, 80, 90] as const;

/** Whether a prediction came true, as its owner says at the review. */
const cameTrueAnswers = ["yes", "partly", "no"] as const;
export type CameTrue = (typeof cameTrueAnswers)[number];

/** The answers' names, in order. */
export const cameTrueNames: Record<CameTrue, string> = { yes: "Yes", partly: "Partly", no: "No" };

/** One saved decision of a circle. It contains only the owner's own text, so it never locks. */
export const decisionSchema = z.object({
  circle_id: z.uuid(),
  /**
   * Counts the changes; 0 while nothing is saved. A number higher than the one that a page knows means that something
   * was changed elsewhere.
   */
  version: z.int().nonnegative(),
  path: z.enum(decisionPaths).nullable(),
  fields: planFieldsSchema,
  review_date: daySchema.nullable(),
  prediction: z.string(),
  confidence: z.literal(confidences).nullable(),
  what_happened: z.string(),
  came_true: z.enum(cameTrueAnswers).nullable(),
  /** Whether the review date has been reached in the owner's time zone, or something is written there already. */
  can_review: z.boolean(),
  closing: closingPartsSchema.extend({
    /** A day in the owner's time zone; null until the letter was sent. It is sent only once. */
    sent_on: daySchema.nullable(),
    sent_count: z.int().nonnegative(),
  }),
});
export type Decision = z.output<typeof decisionSchema>;

/** What at least two people share, with how many do. */
const quality = z.object({ text: z.string(), people_count: z.int().nonnegative() }).nullable();

/** A strength or a risk with its count, in a few words. */
export const describeQuality = (shared: z.output<typeof quality>): string =>
  shared === null
    ? "Nothing could be counted with certainty"
    : `${isolate(shared.text)} (at least ${shared.people_count} people)`;

/**
 * What people said, in three lines, from what may be read now. `locked`: the results of this circle are not unlocked,
 * so the lines are empty. Source: docs/product.md, Decisions.
 */
const recapSchema = z.discriminatedUnion("state", [
  z.object({ state: z.literal("locked") }),
  z.object({
    state: z.literal("readable"),
    visibility: resultsSchema.shape.visibility,
    ...recapFields,
    insights: z.discriminatedUnion("state", [
      /** `off`: this server has no insights. */
      z.object({ state: z.enum(["none", "off"]) }),
      z.object({
        state: z.literal("ready"),
        /** Its name and where it comes from. */
        overall: z.object({ name: z.string(), source: z.string() }),
        top_strength: quality,
        top_risk: quality,
      }),
    ]),
  }),
]);
export type Recap = z.output<typeof recapSchema>;

/** Who would get the closing letter if it were sent now. */
const recipientsSchema = z.object({
  recipients_count: z.int().nonnegative(),
  /** People who declined, opted out, have no address, or were never invited by email. */
  left_out_count: z.int().nonnegative(),
});

/**
 * The decision of a circle with what people said, and whom its closing letter would reach. An unsaved decision reads as
 * {@link emptyDecision}. The owner's own text is included even while the results are locked.
 */
export const readDecision = defineEndpoint({
  method: "GET",
  path: "/api/circles/:id/decision",
  summary: "Reads the decision of one paraline and the recap beside it",
  access: "owner",
  scopes: ["decisions:read", "results:read"],
  params: idParams,
  output: z.object({ decision: decisionSchema, recap: recapSchema, audience: recipientsSchema }),
  errors: ["circle_not_found"],
});

/**
 * Changes the given fields and leaves the rest, so that two pages that edit different fields lose nothing. For the same
 * field, the later write wins. A closing letter that was sent stays as it is. Returns the whole decision.
 */
export const saveDecision = defineEndpoint({
  method: "PATCH",
  path: "/api/circles/:id/decision",
  summary: "Saves changes of the decision of one paraline",
  access: "owner",
  params: idParams,
  body: z.object({
    path: z.enum(decisionPaths).nullable().optional(),
    fields: z
      .object({
        affirm: planFieldsSchema.shape.affirm.partial(),
        experiment: planFieldsSchema.shape.experiment.partial(),
        pause: planFieldsSchema.shape.pause.partial(),
        mentor: planFieldsSchema.shape.mentor.partial(),
      })
      .partial()
      .optional(),
    review_date: planDay.nullable().optional(),
    prediction: line.optional(),
    confidence: z.literal(confidences).nullable().optional(),
    what_happened: writing.optional(),
    came_true: z.enum(cameTrueAnswers).nullable().optional(),
    closing: closingPartsSchema.partial().optional(),
  }),
  output: z.object({ decision: decisionSchema }),
  errors: ["circle_not_found"],
});

/** The fields of a decision to change. */
export type DecisionChanges = z.output<typeof saveDecision.body>;

/**
 * What the owner predicted and what happened, of each decision where either is written. It contains only the owner's
 * own text, so it never locks.
 */
export const listReviews = defineEndpoint({
  method: "GET",
  path: "/api/decisions",
  summary: "Lists what the owner predicted and what happened, of all their paralines",
  access: "owner",
  output: z.object({
    reviews: z.array(
      decisionSchema.pick({
        circle_id: true,
        review_date: true,
        prediction: true,
        confidence: true,
        what_happened: true,
        came_true: true,
        can_review: true,
      }),
    ),
  }),
  errors: [],
});
export type Review = z.output<typeof listReviews.output>["reviews"][number];

/**
 * Sends the closing letter to everyone invited, once. Another call with the same parts gets the response of the first.
 * The call includes the parts, so that the letter is sent as it was previewed. Source: docs/product.md, Decisions.
 */
export const sendClosingLetter = defineEndpoint({
  method: "POST",
  path: "/api/circles/:id/decision/closing-letter",
  summary: "Sends everyone invited what the owner heard and decided, once",
  access: "owner",
  params: idParams,
  body: closingPartsSchema,
  output: z.object({ decision: decisionSchema }),
  errors: [
    "circle_not_found",
    "closing_letter_empty",
    "closing_letter_nobody",
    "closing_letter_sent",
    "invite_mails_exhausted",
  ],
});

/** A decision with nothing saved yet. */
export function emptyDecision(circleId: string): Decision {
  return {
    circle_id: circleId,
    version: 0,
    path: null,
    fields: emptyPlanFields(),
    review_date: null,
    prediction: "",
    confidence: null,
    what_happened: "",
    came_true: null,
    can_review: false,
    closing: { heard: "", decided: "", thanks: "", sent_on: null, sent_count: 0 },
  };
}

/** Every field of every path, empty. */
export function emptyPlanFields(): PlanFields {
  return {
    affirm: { why: "", first_steps: "", check_in_buddy: "" },
    experiment: { what_to_test: "", start_date: "", success: "", reviewer: "" },
    pause: { why_not_now: "", what_changes: "", skills: "" },
    mentor: { who: "", tensions: "", book_by: "" },
  };
}

/** The fields of the chosen path with their texts; none if no path is chosen. */
export function listPlanFields({
  path,
  fields,
}: Pick<Decision, "path" | "fields">): (PathField & { text: string })[] {
  if (path === null) return [];
  const written: Record<string, string> = fields[path];
  return pathFields[path].map((field) => ({ ...field, text: written[field.name] ?? "" }));
}

/** A day of the plan that belongs in a calendar. */
export interface PlanDay {
  kind: "start" | "end" | "book_by" | "review";
  day: string;
}

const experimentDays = 30;

/** The days of the chosen path and the review date, in order. The experiment's last day is its thirtieth. */
export function listPlanDays(
  decision: Pick<Decision, "path" | "fields" | "review_date">,
): PlanDay[] {
  const { start_date } = decision.fields.experiment;
  const { book_by } = decision.fields.mentor;
  const days: PlanDay[] = [];
  if (decision.path === "experiment" && start_date !== "") {
    days.push({ kind: "start", day: start_date });
    days.push({ kind: "end", day: addDays(start_date, experimentDays - 1) });
  }
  if (decision.path === "mentor" && book_by !== "") days.push({ kind: "book_by", day: book_by });
  if (decision.review_date !== null) days.push({ kind: "review", day: decision.review_date });
  return days;
}
