import { sql } from "kysely";
import type { Question } from "#contract/circles/questions.ts";
import { DomainError, type ErrorCode } from "#contract/errors.ts";
import type { Answers } from "#contract/feedback/answers.ts";
import { circleOfJoinToken } from "#contract/invites/join-token.ts";
import type { Language } from "#contract/languages.ts";
import { defineHotStatement } from "#server/db/hot-statements.ts";
import type { Sealed, WrappedKey } from "#server/db/sealed.ts";
import type { Db } from "#server/db/tables.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { createCircleCipher } from "./encryption/circle-cipher.ts";
import { toPaddedJson } from "./encryption/padded-json.ts";
import { openJoinToken } from "./join-token.ts";
import { isOpenAt, isOpenCircle } from "./owned-circle.ts";
import { askerName, invitesCount, isLinkFull } from "./visibility.ts";

declare const state: unique symbol;

/** An invite and its circle, limited to what the invite's holder may know. */
export interface InviteWithCircle {
  readonly id: string;
  /** The token of the link that was used to open it. */
  readonly invite_token: string;
  readonly circle_id: string;
  /** Whether the circle is a further question. */
  readonly is_further: boolean;
  /** The circle's owner. */
  readonly owner_id: string;
  /**
   * The first name of somebody who came through the open link (empty in an anonymous circle): their invite is stored
   * when they submit. Null for a stored invite.
   */
  readonly joinedAs: string | null;
  /** Recognizes the submission that completed it; see `createStoredKey` in submit-feedback.ts. */
  readonly submission_key: string | null;
  readonly circle: {
    readonly title: string;
    readonly description: string;
    readonly what_they_ask: string;
    readonly language: Language;
    readonly is_anonymous: boolean;
    readonly deadline: string | null;
    readonly cover_image_url: string | null;
    readonly questions: Question[];
  };
  readonly owner_name: string | null;
  /** The owner's time zone; UTC until they have one. */
  readonly time_zone: string;
  /** How many people were asked, this one included; null if anyone with the link of an anonymous circle can answer. */
  readonly people_count: number | null;
  readonly circle_key: WrappedKey;
}

/** An invite that may be answered now. Only this file makes one. */
export type OpenInvite = InviteWithCircle & { readonly [state]: "open" };
/** An invite whose holder has declined, of a circle that is still open. */
type DeclinedInvite = InviteWithCircle & { readonly [state]: "declined" };
/** An invite that has been answered. */
export type CompletedInvite = InviteWithCircle & { readonly [state]: "completed" };

/**
 * The state of a private link. `full`: its holder came through the open link, which takes no more answers.
 * `turned_off`: they came through it, and the owner has turned it off since.
 */
export type FoundInvite =
  | { state: "open"; invite: OpenInvite }
  | { state: "declined"; invite: DeclinedInvite }
  /** `isOpen`: whether the circle is still open. */
  | { state: "completed"; invite: CompletedInvite; isOpen: boolean }
  | { state: "closed"; invite: InviteWithCircle }
  | { state: "full"; invite: InviteWithCircle }
  | { state: "turned_off" }
  | { state: "invalid" };

interface CircleOfInvite {
  circle_id: string;
  follows: string | null;
  user_id: string;
  title: string;
  description: string;
  what_they_ask: string;
  language: Language;
  is_anonymous: boolean;
  deadline: string | null;
  closes_at: Date | null;
  circle_status: "active" | "completed";
  cover_image_url: string | null;
  questions: Question[];
  owner_name: string | null;
  time_zone: string | null;
  wrapped_key: WrappedKey;
  people_count: number | null;
}

/** The columns of a circle that its invitees may know, or that decide what they may do. */
function circleColumns() {
  return [
    "circles.id as circle_id",
    "circles.follows",
    "circles.user_id",
    "circles.title",
    "circles.description",
    "circles.what_they_ask",
    "circles.language",
    "circles.is_anonymous",
    "circles.deadline",
    "circles.closes_at",
    "circles.status as circle_status",
    "circles.cover_image_url",
    "circles.questions",
    askerName().as("owner_name"),
    "profiles.time_zone",
    "circle_keys.wrapped_key",
    sql<number | null>`(${invitesCount()})`.as("people_count"),
  ] as const;
}

const readInvite = defineHotStatement<
  { invite_token: string },
  CircleOfInvite & {
    id: string;
    submission_key: string | null;
    status: "pending" | "completed" | "declined";
  }
>("read_invite_by_token", (db, param) =>
  db
    .selectFrom("invites")
    .innerJoin("circles", "circles.id", "invites.circle_id")
    .innerJoin("circle_keys", "circle_keys.circle_id", "circles.id")
    .leftJoin("profiles", "profiles.user_id", "circles.user_id")
    .where("invites.invite_token", "=", param("invite_token"))
    .select(["invites.id", "invites.submission_key", "invites.status", ...circleColumns()]),
);

const readOpenLink = defineHotStatement<
  { circle_id: string },
  CircleOfInvite & { link_openings: number; is_full: boolean }
>("read_open_link", (db, param) =>
  db
    .selectFrom("circles")
    .innerJoin("circle_keys", "circle_keys.circle_id", "circles.id")
    .leftJoin("profiles", "profiles.user_id", "circles.user_id")
    .where("circles.id", "=", param("circle_id"))
    .where("circles.open_link", "=", "open")
    .select([
      ...circleColumns(),
      "circles.link_openings",
      sql<boolean>`${isLinkFull()}`.as("is_full"),
    ]),
);

/** What finding an invite needs: the secret opens the tokens of people who came through an open link. */
export interface InviteDeps {
  db: Db;
  secrets: Secrets;
}

/**
 * The state of the link with this token: one indexed read, two for people who came through the open link and have not
 * submitted. An answered link counts as answered even after the circle has closed; a circle whose deadline has passed is
 * closed, even if the job that closes it is late. Source: docs/product.md, Answering; The life of a paraline.
 */
export async function findInvite(
  deps: InviteDeps,
  inviteToken: string,
  now: Date,
): Promise<FoundInvite> {
  const [row] = await readInvite(deps.db, { invite_token: inviteToken });
  if (row === undefined) return findJoin(deps, inviteToken, now);
  const invite = toInvite(row, { ...row, invite_token: inviteToken, joinedAs: null });
  const isOpen = isOpenNow(row, now);
  if (row.status === "completed")
    return { state: "completed", invite: invite as CompletedInvite, isOpen };
  if (!isOpen) return { state: "closed", invite };
  if (row.status === "declined") return { state: "declined", invite: invite as DeclinedInvite };
  return { state: "open", invite: invite as OpenInvite };
}

/** The same for somebody who came through the open link and has not submitted, of whom nothing is stored. */
async function findJoin(
  { db, secrets }: InviteDeps,
  inviteToken: string,
  now: Date,
): Promise<FoundInvite> {
  const circleId = circleOfJoinToken(inviteToken);
  if (circleId === undefined) return { state: "invalid" };
  const [row] = await readOpenLink(db, { circle_id: circleId });
  const join = row && openJoinToken(secrets, inviteToken, row);
  if (row === undefined || join === undefined) return { state: "turned_off" };
  const invite = toInvite(
    // They are not counted before they answer.
    { ...row, people_count: row.people_count === null ? null : row.people_count + 1 },
    { id: join.id, invite_token: inviteToken, submission_key: null, joinedAs: join.first_name },
  );
  if (!isOpenNow(row, now)) return { state: "closed", invite };
  if (row.is_full) return { state: "full", invite };
  return { state: "open", invite: invite as OpenInvite };
}

function isOpenNow({ circle_status, closes_at }: CircleOfInvite, now: Date): boolean {
  return isOpenCircle({ status: circle_status, closes_at }, now);
}

function toInvite(
  row: CircleOfInvite,
  {
    id,
    invite_token,
    submission_key,
    joinedAs,
  }: Pick<InviteWithCircle, "id" | "invite_token" | "submission_key" | "joinedAs">,
): InviteWithCircle {
  return {
    id,
    invite_token,
    submission_key,
    joinedAs,
    circle_id: row.circle_id,
    is_further: row.follows !== null,
    owner_id: row.user_id,
    circle: {
      title: row.title,
      description: row.description,
      what_they_ask: row.what_they_ask,
      language: row.language,
      is_anonymous: row.is_anonymous,
      deadline: row.deadline,
      cover_image_url: row.cover_image_url,
      questions: row.questions,
    },
    owner_name: row.owner_name,
    time_zone: row.time_zone ?? "UTC",
    people_count: row.people_count,
    circle_key: row.wrapped_key,
  };
}

/**
 * The token of the holder of a link for the open further question, if that link has been answered or its circle has
 * closed. While its circle is open, only if the question still waits.
 */
export async function findFurtherLink(
  db: Db,
  found: FoundInvite,
  now: Date,
): Promise<string | undefined> {
  if (found.state !== "completed" && found.state !== "closed") return undefined;
  const further = await db
    .selectFrom("invites")
    .innerJoin("circles", "circles.id", "invites.circle_id")
    .where("invites.follows", "=", found.invite.id)
    .where(isOpenAt(now))
    .$if(found.state === "completed" && found.isOpen, (query) =>
      query.where("invites.status", "=", "pending"),
    )
    .select("invites.invite_token")
    .executeTakeFirst();
  return further?.invite_token;
}

/** Encrypts what the holder of an invite submits to a named circle; writing needs no permission to read. */
export function sealReflections(
  secrets: Secrets,
  invite: OpenInvite | CompletedInvite,
  { answers, note }: { answers: Answers; note: string | null },
): { answers: Sealed<"answers">; note: Sealed<"encouragement"> | null } {
  const { seal } = createCircleCipher(secrets, "circle key", invite.circle_id, invite.circle_key);
  return {
    answers: seal("answers", toPaddedJson(answers)),
    note: note === null ? null : seal("encouragement", note),
  };
}

/** The error for somebody who tries to answer through a link in this state. */
export const inviteErrors = {
  invalid: "invite_invalid",
  completed: "invite_completed",
  closed: "circle_closed",
  declined: "invite_declined",
  full: "link_full",
  turned_off: "link_turned_off",
} as const satisfies Record<Exclude<FoundInvite["state"], "open">, ErrorCode>;

/**
 * The invite of a found link, if it may be answered now.
 * @throws DomainError invite_invalid, invite_completed, circle_closed, invite_declined, link_full or link_turned_off
 */
export function requireOpenInvite(found: FoundInvite): OpenInvite {
  if (found.state === "open") return found.invite;
  throw new DomainError(inviteErrors[found.state]);
}
