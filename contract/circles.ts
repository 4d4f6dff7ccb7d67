import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import type { ErrorCode } from "./errors.ts";
import {
  type InviteDraft,
  inviteDraftSchema,
  judgeInviteDraft,
  normalizeEmail,
} from "./invites.ts";
import { limits } from "./limits.ts";
import { questionDraftSchema, questionSchema } from "./questions.ts";
import { storableText } from "./text.ts";

/** A calendar day of the owner's time zone, `YYYY-MM-DD`. */
export const daySchema = z.iso.date();

/** Anything but active counts as completed. */
export const circleStatuses = ["active", "completed"] as const;

export const circleIdParams = z.object({ id: z.uuid() });

/**
 * A paraline as its owner sees it. `status` is true at read time, also when the job that closes due circles is late.
 * Counts follow the visibility rule: of an anonymous paraline they change only at a release.
 */
export const circleSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  what_they_ask: z.string(),
  is_anonymous: z.boolean(),
  deadline: daySchema.nullable(),
  cover_image_url: z.string().nullable(),
  status: z.enum(circleStatuses),
  questions: z.array(questionSchema),
  /** Readable responses: the x of "x of y". */
  responses_count: z.int(),
  /** People asked: the y of "x of y". */
  invites_count: z.int(),
  /** Day of the owner's time zone. */
  closed_on: daySchema.nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type Circle = z.output<typeof circleSchema>;

/**
 * A paraline as the wizard sends it. Emptiness is judged by `judgeCircleDraft`, so that each rule answers with its own sentence.
 */
export const circleDraftSchema = z.object({
  title: storableText(limits.title_characters),
  description: storableText(limits.description_characters),
  what_they_ask: storableText(limits.ask_characters),
  is_anonymous: z.boolean(),
  deadline: daySchema.nullable(),
  cover_image_url: z.string().max(500).nullable(),
  questions: z.array(questionDraftSchema),
});
export type CircleDraft = z.output<typeof circleDraftSchema>;

/** Newest first; `status` narrows. History is `status=completed`, last changed first. */
export const listCircles = defineEndpoint({
  method: "GET",
  path: "/api/circles",
  summary: "Lists the owner's paralines, newest first (completed ones: last changed first)",
  access: "owner",
  query: z.object({ status: z.enum(circleStatuses).optional() }),
  output: z.object({ circles: z.array(circleSchema) }),
  errors: [],
});

/** Another owner's, a deleted and a malformed id all answer `circle_not_found`. */
export const readCircle = defineEndpoint({
  method: "GET",
  path: "/api/circles/:id",
  summary: "Reads one paraline of the owner",
  access: "owner",
  params: circleIdParams,
  output: z.object({ circle: circleSchema }),
  errors: ["circle_not_found"],
});

/**
 * Stores the paraline, its questions, its people and the mails to send together or not at all.
 * `create_key` is made once by the page: the same key again answers with what the first call stored.
 * Source: product decisions 3; specification sections 2 and 5.
 */
export const createCircle = defineEndpoint({
  method: "POST",
  path: "/api/circles",
  summary: "Creates a paraline with its people and sends the invitations",
  access: "owner",
  body: circleDraftSchema.extend({
    create_key: z.uuid(),
    invites: z.array(inviteDraftSchema),
    /** Saved to the profile, so that people know who is asking. Left out: the profile stays as it is. */
    owner_name: storableText(limits.name_characters).optional(),
  }),
  status: 201,
  output: z.object({ circle: circleSchema }),
  errors: [
    "title_missing",
    "description_missing",
    "ask_missing",
    "questions_none",
    "questions_too_many",
    "question_empty",
    "invites_none",
    "invites_too_many",
    "invite_email_missing",
    "invite_first_name_missing",
    "invite_email_malformed",
    "invite_email_repeated",
    "invite_own_email",
    "circle_mode_needs_three",
    "deadline_past",
    "cover_not_yours",
    "invite_mails_exhausted",
  ],
});

/** A broken rule of the wizard: its code, and where in the draft it is. */
export interface DraftFault {
  code: ErrorCode;
  path: (string | number)[];
}

/**
 * The first rule that a paraline's own fields break, in the order of the wizard's steps. `today` is the owner's day.
 * The same in the wizard and on the server. Source: specification section 5, product decisions 3.
 */
export function judgeCircleDraft(
  draft: Pick<CircleDraft, "title" | "description" | "what_they_ask" | "questions" | "deadline">,
  today: string,
): DraftFault | undefined {
  if (draft.title.trim() === "") return { code: "title_missing", path: ["title"] };
  if (draft.description.trim() === "") {
    return { code: "description_missing", path: ["description"] };
  }
  if (draft.what_they_ask.trim() === "") return { code: "ask_missing", path: ["what_they_ask"] };
  if (draft.questions.length < limits.questions_min) {
    return { code: "questions_none", path: ["questions"] };
  }
  if (draft.questions.length > limits.questions_max) {
    return { code: "questions_too_many", path: ["questions"] };
  }
  const empty = draft.questions.findIndex((question) => question.label.trim() === "");
  if (empty >= 0) return { code: "question_empty", path: ["questions", empty, "label"] };
  if (draft.deadline !== null && draft.deadline < today) {
    return { code: "deadline_past", path: ["deadline"] };
  }
  return undefined;
}

/** The first rule that a new paraline's list of people breaks. Source: specification section 5, product decisions 3, 4 and 7. */
export function judgeInviteList(
  invites: readonly InviteDraft[],
  isAnonymous: boolean,
  ownerEmail: string | undefined,
): DraftFault | undefined {
  if (invites.length === 0) return { code: "invites_none", path: ["invites"] };
  if (invites.length > limits.people_max) return { code: "invites_too_many", path: ["invites"] };
  const seen = new Set<string>();
  for (const [index, invite] of invites.entries()) {
    const code = judgeInviteDraft(invite, seen, ownerEmail);
    if (code !== undefined) return { code, path: ["invites", index] };
    seen.add(normalizeEmail(invite.email));
  }
  if (isAnonymous && invites.length < limits.anonymous_people_min) {
    return { code: "circle_mode_needs_three", path: ["invites"] };
  }
  return undefined;
}
