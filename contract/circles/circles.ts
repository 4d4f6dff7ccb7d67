import { z } from "zod";
import { defineEndpoint } from "../endpoint.ts";
import type { ErrorCode } from "../errors.ts";
import {
  type InviteDraft,
  inviteDraftSchema,
  inviteListErrors,
  validateInviteDraft,
} from "../invites/invites.ts";
import { languageSchema } from "../language-schema.ts";
import { limits } from "../limits.ts";
import { validateTypeFields } from "../question-types/rules.ts";
import { validateDeadline } from "../values/days.ts";
import { normalizeMailbox } from "../values/email.ts";
import { idParams } from "../values/id-params.ts";
import { storableLine, storableText } from "../values/text.ts";
import { listRoles, questionDraftSchema, questionEditSchema, questionSchema } from "./questions.ts";

/** A calendar day in the owner's time zone, `YYYY-MM-DD`. */
export const daySchema = z.iso.date("This must be a day like 2026-12-31.");

/** Anything but active counts as completed. */
const circleStatuses = ["active", "completed"] as const;

/**
 * A circle as its owner sees it. `status` is correct at read time, even when the job that closes due circles is
 * late. In an anonymous circle nothing here depends on an answer before it closes.
 */
export const circleSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  what_they_ask: z.string(),
  /** In which the people asked are addressed: a BCP 47 tag. */
  language: languageSchema,
  is_anonymous: z.boolean(),
  deadline: daySchema.nullable(),
  cover_image_url: z.string().nullable(),
  status: z.enum(circleStatuses),
  questions: z.array(questionSchema),
  /** Readable responses: the x of "x of y". */
  responses_count: z.int(),
  /** People asked: the y of "x of y"; null for an anonymous circle that anyone with its link could answer. */
  invites_count: z.int().nullable(),
  /** Whether there are reflections to read but nothing unlocks them. */
  is_locked: z.boolean(),
  /** A day in the owner's time zone. */
  closed_on: daySchema.nullable(),
  /** Whether its deadline was moved once, because fewer than three people had answered an anonymous circle by then. */
  is_extended: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type Circle = z.output<typeof circleSchema>;

/** One circle with the fields that only its own screens need. A sealed answer changes nothing here. */
const circleDetailsSchema = circleSchema.extend({
  /** Whether anyone with the share link may answer, rather than only invited people. */
  open_link: z.boolean(),
  /** Whether the link takes no more answers until it is turned off and on again. */
  is_link_full: z.boolean(),
  /** The circle of which this one is a copy with its people; null if there is none, or it was deleted. */
  copied_from: z.uuid().nullable(),
  /**
   * Whether an invitation was sent or the link was open to anyone. From then on, a named circle stays named, and nothing
   * that invitees of an anonymous one read can change.
   */
  is_fixed: z.boolean(),
});
export type CircleDetails = z.output<typeof circleDetailsSchema>;

const circleOutput = z.object({ circle: circleDetailsSchema });

/**
 * A circle as the wizard sends it. `validateCircleDraft` checks for empty fields, so that each rule has its own
 * error message.
 */
const circleDraftSchema = z.object({
  title: storableLine(limits.titleCharacters),
  description: storableText(limits.descriptionCharacters),
  what_they_ask: storableText(limits.askCharacters),
  language: languageSchema.default("en"),
  is_anonymous: z.boolean(),
  deadline: daySchema.nullable(),
  cover_image_url: z.string().max(500).nullable(),
  questions: z.array(questionDraftSchema),
});
export type CircleDraft = z.output<typeof circleDraftSchema>;

const circleDraftErrors = [
  "title_missing",
  "description_missing",
  "ask_missing",
  "questions_none",
  "questions_too_many",
  "question_empty",
  "stance_repeated",
  "stance_not_rated",
  "role_not_written",
  "options_count",
  "options_alike",
  "deadline_past",
  "deadline_too_far",
  "cover_not_yours",
] as const;

/** An owner's circles, newest first. `status` filters them; with `status=completed` (History), last changed first. */
export const listCircles = defineEndpoint({
  method: "GET",
  path: "/api/circles",
  summary: "Lists the owner's paralines, newest first (completed ones: last changed first)",
  access: "owner",
  scopes: ["circles:read"],
  query: z.object({ status: z.enum(circleStatuses).optional() }),
  output: z.object({ circles: z.array(circleSchema) }),
  errors: [],
});

/** The ids of another owner's or a deleted circle, and malformed ids, all get `circle_not_found`. */
export const readCircle = defineEndpoint({
  method: "GET",
  path: "/api/circles/:id",
  summary: "Reads one paraline of the owner",
  access: "owner",
  scopes: ["circles:read"],
  params: idParams,
  output: circleOutput,
  errors: ["circle_not_found"],
});

/**
 * Stores the circle, its questions, its people and their invitation emails, all or nothing. The page creates
 * `create_key` once; a repeated key returns what the first call stored, or refuses other content. Source:
 * docs/product.md, The life of a paraline.
 */
export const createCircle = defineEndpoint({
  method: "POST",
  path: "/api/circles",
  summary: "Creates a paraline with its people and sends the invitations",
  access: "owner",
  body: circleDraftSchema.extend({
    create_key: z.uuid(),
    invites: z.array(inviteDraftSchema),
    /** Saved to the profile, so that people know who is asking. If omitted, the profile is unchanged. */
    owner_name: storableLine(limits.nameCharacters).optional(),
  }),
  status: 201,
  output: z.object({ circle: circleSchema }),
  errors: [...circleDraftErrors, ...inviteListErrors, "circle_created_already"],
});

/**
 * Stores what edit mode sends. A question that stays has its id; a new one has none and gets an id that was never used;
 * one whose type changes counts as new. Answers keep the questions as they were worded when answered; the editor's
 * warning uses `responses_count` of the response. A new deadline moves the closing; a closed circle gets one when it is
 * reopened. Source: docs/product.md, The life of a paraline; Questions.
 */
export const updateCircle = defineEndpoint({
  method: "PUT",
  path: "/api/circles/:id",
  summary: "Changes a paraline",
  access: "owner",
  params: idParams,
  body: circleDraftSchema.extend({
    questions: z.array(questionEditSchema),
    /** If omitted, it is unchanged. */
    language: languageSchema.optional(),
  }),
  output: circleOutput,
  errors: [
    "circle_not_found",
    ...circleDraftErrors,
    "question_not_kept",
    "circle_fixed",
    "circle_mode_needs_three",
    "circle_closed",
    "circle_final",
    "deadline_earlier",
  ],
});

/**
 * Closes a circle now. In an anonymous circle that is final: its answers are released together or, if there are fewer
 * than three, deleted. A closed circle stays as it is. Source: docs/product.md, Anonymity.
 */
export const closeCircle = defineEndpoint({
  method: "POST",
  path: "/api/circles/:id/close",
  summary: "Closes a paraline",
  access: "owner",
  params: idParams,
  output: circleOutput,
  errors: ["circle_not_found"],
});

/**
 * Reopens a closed named circle, until the end of a day or without a deadline. The closing of an anonymous circle is
 * final. Source: docs/product.md, The life of a paraline; Anonymity.
 */
export const reopenCircle = defineEndpoint({
  method: "POST",
  path: "/api/circles/:id/reopen",
  summary: "Reopens a closed paraline",
  access: "owner",
  params: idParams,
  body: z.object({ deadline: daySchema.nullable() }),
  output: circleOutput,
  errors: ["circle_not_found", "circle_open", "circle_final", "deadline_past", "deadline_too_far"],
});

/**
 * Makes a new circle from an old one: texts, questions and a copy of the cover, without a deadline. If its
 * people are copied, they are not emailed until the owner sends the invitations. `create_key` works as in createCircle.
 * An account makes at most 20 copies within 24 hours, and the size of the cover counts like an upload.
 */
export const duplicateCircle = defineEndpoint({
  method: "POST",
  path: "/api/circles/:id/duplicate",
  summary: "Makes a copy of a paraline",
  access: "owner",
  params: idParams,
  body: z.object({ create_key: z.uuid(), with_people: z.boolean() }),
  status: 201,
  output: circleOutput,
  errors: ["circle_not_found", "duplicates_exhausted", "cover_uploads_exhausted"],
});

/** Deletes a circle with its people, answers, emails and cover. `title` is the circle's title, typed to confirm. */
export const deleteCircle = defineEndpoint({
  method: "DELETE",
  path: "/api/circles/:id",
  summary: "Deletes a paraline and everything in it",
  access: "owner",
  params: idParams,
  body: z.object({ title: storableLine(limits.titleCharacters) }),
  output: z.object({ status: z.literal("deleted") }),
  errors: ["circle_not_found", "circle_title_differs"],
});

/**
 * The owner's switch for whether anyone with the share link may answer. Off by default. Turning it off ends the links of
 * people who joined through it and have not answered, and turning it on resets the limit of answers. Source:
 * docs/product.md, The share link.
 */
export const switchOpenLink = defineEndpoint({
  method: "PUT",
  path: "/api/circles/:id/open-link",
  summary: "Opens the share link to anyone, or restricts it to people invited",
  access: "owner",
  params: idParams,
  body: z.object({ open: z.boolean() }),
  output: circleOutput,
  errors: ["circle_not_found"],
});

/** A broken rule of the wizard: its code, and its place in the draft. */
export interface CircleDraftError {
  code: ErrorCode;
  path: (string | number)[];
}

/**
 * The first rule that a circle's own fields break, in the order of the wizard's steps. `today` is the owner's
 * day. The wizard and the server both use it. Source: docs/product.md, The life of a paraline.
 */
export function validateCircleDraft(
  draft: Pick<CircleDraft, "title" | "description" | "what_they_ask" | "questions" | "deadline">,
  today: string,
): CircleDraftError | undefined {
  if (draft.title.trim() === "") return { code: "title_missing", path: ["title"] };
  if (draft.description.trim() === "") {
    return { code: "description_missing", path: ["description"] };
  }
  if (draft.what_they_ask.trim() === "") return { code: "ask_missing", path: ["what_they_ask"] };
  if (draft.questions.length < limits.questionsMin) {
    return { code: "questions_none", path: ["questions"] };
  }
  if (draft.questions.length > limits.questionsMax) {
    return { code: "questions_too_many", path: ["questions"] };
  }
  const questionError = validateQuestions(draft.questions);
  if (questionError !== undefined) return questionError;
  const code = draft.deadline === null ? undefined : validateDeadline(draft.deadline, today);
  return code && { code, path: ["deadline"] };
}

/** The first rule that questions break, each by itself or together. Paths begin with `questions` and its index. */
export function validateQuestions(
  questions: CircleDraft["questions"],
): CircleDraftError | undefined {
  const empty = questions.findIndex((question) => question.label.trim() === "");
  if (empty >= 0) return { code: "question_empty", path: ["questions", empty, "label"] };
  for (const [index, question] of questions.entries()) {
    const code = validateTypeFields(question);
    if (code !== undefined) return { code, path: ["questions", index] };
  }
  return validateRoles(questions);
}

/** The first rule that the roles of the questions break: each must fit its type, and at most one may be the stance. */
function validateRoles(questions: CircleDraft["questions"]): CircleDraftError | undefined {
  let hasStance = false;
  for (const [index, { type, role }] of questions.entries()) {
    if (role === undefined) continue;
    const path = ["questions", index, "role"];
    if (!listRoles(type).includes(role)) {
      return { code: role === "stance" ? "stance_not_rated" : "role_not_written", path };
    }
    if (role !== "stance") continue;
    if (hasStance) return { code: "stance_repeated", path };
    hasStance = true;
  }
  return undefined;
}

/**
 * The first rule that a list of people to invite breaks. `invited` has the addresses of people who are invited
 * already. Source: docs/product.md, Invitations.
 */
export function validateInviteList(
  invites: readonly InviteDraft[],
  isAnonymous: boolean,
  ownerEmails: readonly string[],
  invited: readonly string[] = [],
): CircleDraftError | undefined {
  const peopleCount = invites.length + invited.length;
  if (invites.length === 0) return { code: "invites_none", path: ["invites"] };
  if (peopleCount > limits.peopleMax) return { code: "invites_too_many", path: ["invites"] };
  const seen = new Set(invited.map(normalizeMailbox));
  for (const [index, invite] of invites.entries()) {
    const code = validateInviteDraft(invite, seen, ownerEmails);
    if (code !== undefined) return { code, path: ["invites", index] };
    seen.add(normalizeMailbox(invite.email));
  }
  if (isAnonymous && peopleCount < limits.anonymousPeopleMin) {
    return { code: "circle_mode_needs_three", path: ["invites"] };
  }
  return undefined;
}
