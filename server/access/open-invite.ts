import { sql } from "kysely";
import type { Question } from "#contract/circles/questions.ts";
import { DomainError, type ErrorCode } from "#contract/errors.ts";
import type { Answers } from "#contract/feedback/answers.ts";
import { circleOfJoinToken } from "#contract/invites/join-token.ts";
import { defineHotStatement } from "#server/db/hot-statements.ts";
import type { Sealed, WrappedKey } from "#server/db/sealed.ts";
import type { Db } from "#server/db/tables.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { cipherOf } from "./encryption/circle-cipher.ts";
import { toPaddedJson } from "./encryption/padded-json.ts";
import { isOpenCircle } from "./owned-circle.ts";
import { invitesCount, isLinkFull } from "./visibility.ts";

declare const state: unique symbol;

/** An invite and its circle, limited to what the invite's holder may know. */
export interface InviteWithCircle {
  readonly id: string;
  /** The token of the link that was used to open it. */
  readonly invite_token: string;
  readonly circle_id: string;
  /** The circle's owner. */
  readonly owner_id: string;
  readonly source: "invited" | "link";
  /** The key of the submission that completed it. */
  readonly submission_key: string | null;
  readonly circle: {
    readonly title: string;
    readonly description: string;
    readonly what_they_ask: string;
    readonly is_anonymous: boolean;
    readonly deadline: string | null;
    readonly cover_image_url: string | null;
    readonly questions: Question[];
  };
  readonly owner_name: string | null;
  /** The owner's time zone; UTC until they have one. */
  readonly time_zone: string;
  /** How many people were asked, this one included. */
  readonly people_count: number;
  readonly circle_key: WrappedKey;
}

/** An invite that may be answered now. Only this file makes one. */
export type OpenInvite = InviteWithCircle & { readonly [state]: "open" };
/** An invite whose holder has declined, of a circle that is still open. */
type DeclinedInvite = InviteWithCircle & { readonly [state]: "declined" };
/** An invite that has been answered. */
type CompletedInvite = InviteWithCircle & { readonly [state]: "completed" };

/**
 * The state of a private link. `full`: its holder joined through the open link, which takes no more answers.
 * `expired`: they joined through it, did not answer, and were displaced by later joins or cleared by the owner.
 */
export type FoundInvite =
  | { state: "open"; invite: OpenInvite }
  | { state: "declined"; invite: DeclinedInvite }
  | { state: "completed"; invite: CompletedInvite }
  | { state: "closed"; invite: InviteWithCircle }
  | { state: "full"; invite: InviteWithCircle }
  | { state: "expired" }
  | { state: "invalid" };

const readInvite = defineHotStatement<
  { invite_token: string },
  {
    id: string;
    circle_id: string;
    submission_key: string | null;
    status: "pending" | "completed" | "declined";
    user_id: string;
    title: string;
    description: string;
    what_they_ask: string;
    source: "invited" | "link";
    is_anonymous: boolean;
    deadline: string | null;
    closes_at: Date | null;
    circle_status: "active" | "completed";
    cover_image_url: string | null;
    questions: Question[];
    full_name: string | null;
    time_zone: string | null;
    people_count: number;
    wrapped_key: WrappedKey;
    is_full: boolean;
  }
>("read_invite_by_token", (db, param) =>
  db
    .selectFrom("invites")
    .innerJoin("circles", "circles.id", "invites.circle_id")
    .innerJoin("circle_keys", "circle_keys.circle_id", "invites.circle_id")
    .leftJoin("profiles", "profiles.user_id", "circles.user_id")
    .where("invites.invite_token", "=", param("invite_token"))
    .select([
      "invites.id",
      "invites.circle_id",
      "invites.submission_key",
      "invites.status",
      "invites.source",
      "circles.user_id",
      "circles.title",
      "circles.description",
      "circles.what_they_ask",
      "circles.is_anonymous",
      "circles.deadline",
      "circles.closes_at",
      "circles.status as circle_status",
      "circles.cover_image_url",
      "circles.questions",
      "profiles.full_name",
      "profiles.time_zone",
      "circle_keys.wrapped_key",
      sql<number>`(${invitesCount()})`.as("people_count"),
      sql<boolean>`case when invites.source = 'link' then ${isLinkFull()} else false end`.as(
        "is_full",
      ),
    ]),
);

/**
 * The state of the link with this token, in one indexed read. An answered link counts as answered even after the circle
 * has closed; a circle whose deadline has passed is closed, even if the job that closes it is late.
 * Source: docs/product.md, Answering; The life of a paraline.
 */
export async function findInvite(db: Db, inviteToken: string, now: Date): Promise<FoundInvite> {
  const [row] = await readInvite(db, { invite_token: inviteToken });
  if (row === undefined) {
    return { state: circleOfJoinToken(inviteToken) === undefined ? "invalid" : "expired" };
  }
  const invite: InviteWithCircle = {
    id: row.id,
    invite_token: inviteToken,
    circle_id: row.circle_id,
    owner_id: row.user_id,
    source: row.source,
    submission_key: row.submission_key,
    circle: {
      title: row.title,
      description: row.description,
      what_they_ask: row.what_they_ask,
      is_anonymous: row.is_anonymous,
      deadline: row.deadline,
      cover_image_url: row.cover_image_url,
      questions: row.questions,
    },
    owner_name: row.full_name?.trim() || null,
    time_zone: row.time_zone ?? "UTC",
    // People who join through the open link are not counted before they answer.
    people_count: row.people_count + (row.source === "link" && row.status !== "completed" ? 1 : 0),
    circle_key: row.wrapped_key,
  };
  if (row.status === "completed") return { state: "completed", invite: invite as CompletedInvite };
  if (!isOpenCircle({ status: row.circle_status, closes_at: row.closes_at }, now))
    return { state: "closed", invite };
  if (row.status === "declined") return { state: "declined", invite: invite as DeclinedInvite };
  if (row.is_full) return { state: "full", invite };
  return { state: "open", invite: invite as OpenInvite };
}

/** Encrypts what the holder of an invite submits to a named circle; writing needs no permission to read. */
export function sealReflections(
  secrets: Secrets,
  invite: OpenInvite,
  { answers, note }: { answers: Answers; note: string | null },
): { answers: Sealed<"answers">; note: Sealed<"encouragement"> | null } {
  const { seal } = cipherOf(secrets, "circle key", invite.circle_id, invite.circle_key);
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
  expired: "join_expired",
} as const satisfies Record<Exclude<FoundInvite["state"], "open">, ErrorCode>;

/**
 * The invite of a found link, if it may be answered now.
 * @throws DomainError invite_invalid, invite_completed, circle_closed, invite_declined, link_full or join_expired
 */
export function requireOpenInvite(found: FoundInvite): OpenInvite {
  if (found.state === "open") return found.invite;
  throw new DomainError(inviteErrors[found.state]);
}
