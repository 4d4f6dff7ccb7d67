import { z } from "zod";
import { doorAnswer } from "./door.ts";
import { isEmail } from "./email.ts";
import { defineEndpoint } from "./endpoint.ts";
import type { ErrorCode } from "./errors.ts";
import { idParams } from "./id-params.ts";
import { limits } from "./limits.ts";
import { countCharacters } from "./plain-text.ts";
import { storableLine, storableText, unmeasuredLine, unmeasuredText } from "./text.ts";

const inviteStatuses = ["pending", "completed", "declined"] as const;
/** How a person came to be asked: named by the owner, or by the open link. */
const inviteSources = ["invited", "link"] as const;
/** How an owner may sort the people they know. */
export const labels = ["personal", "work", "family", "mentor", "friend"] as const;
export type Label = (typeof labels)[number];

/**
 * Where a person's invitation stands: of a named paraline their last one, of an anonymous one the first alone.
 * `waiting`: until the owner has proven their own address.
 */
const deliveryStates = ["waiting", "queued", "sent", "failed", "none"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** A person as the wizard sends them; judged by `judgeInviteDraft`, so that each rule answers with its own sentence. */
export const inviteDraftSchema = z.object({
  first_name: unmeasuredLine,
  last_name: unmeasuredLine.nullable().optional(),
  email: unmeasuredText,
});
export type InviteDraft = z.output<typeof inviteDraftSchema>;

/** The form an address is compared in: two spellings of one address are one person. */
export function normalizeEmail(email: string): string {
  return email.normalize("NFC").trim().toLowerCase();
}

/**
 * The rule a new person breaks, or undefined. The same in the wizard and on the server. `others` are the
 * normalized addresses already on the list. Source: docs/product.md, Invitations.
 */
export function judgeInviteDraft(
  draft: InviteDraft,
  others: ReadonlySet<string>,
  ownerEmail: string | undefined,
): ErrorCode | undefined {
  const email = normalizeEmail(draft.email);
  if (email === "") return "invite_email_missing";
  if (draft.first_name.trim() === "") return "invite_first_name_missing";
  if (countCharacters(draft.first_name) > limits.name_characters) {
    return "invite_first_name_too_long";
  }
  if (countCharacters(draft.last_name ?? "") > limits.name_characters) {
    return "invite_last_name_too_long";
  }
  if (!isEmail(email)) return "invite_email_malformed";
  if (ownerEmail !== undefined && email === normalizeEmail(ownerEmail)) return "invite_own_email";
  if (others.has(email)) return "invite_email_repeated";
  return undefined;
}

/**
 * A person as the owner sees them. In an anonymous paraline `status` is `null` unless declined, and nothing here
 * ever changes when an answer comes in. The private link is never part of it.
 */
const inviteSchema = z.object({
  id: z.uuid(),
  circle_id: z.uuid(),
  first_name: z.string(),
  last_name: z.string().nullable(),
  email: z.string().nullable(),
  status: z.enum(inviteStatuses).nullable(),
  source: z.enum(inviteSources),
  label: z.enum(labels).nullable(),
  delivery: z.enum(deliveryStates),
  /** In words for people, when it could not be delivered. */
  delivery_reason: z.string().nullable(),
  created_at: z.iso.datetime(),
});
export type Invite = z.output<typeof inviteSchema>;

/**
 * Whether, as far as their owner may know, a person's address can be mended and they can be removed. Of an
 * anonymous paraline it goes by the invitation alone, so that no refusal tells who has answered. Source:
 * docs/product.md, Invitations; Anonymity.
 */
export function isChangeable({ status, delivery }: Pick<Invite, "status" | "delivery">): boolean {
  return status === "pending" || (status === null && delivery !== "sent");
}

/**
 * Whether nobody has written to a person yet, as after a copy of a paraline with its people. It goes by what the owner
 * had sent alone, so it tells nothing of who has answered an anonymous paraline by a link asked for at its door.
 */
export function isUninvited({
  status,
  delivery,
  source,
}: Pick<Invite, "status" | "delivery" | "source">): boolean {
  return source === "invited" && delivery === "none" && (status === "pending" || status === null);
}

/** A person with the paraline they were asked in. */
const contactSchema = inviteSchema.extend({
  circle: z.object({ id: z.uuid(), title: z.string(), is_anonymous: z.boolean() }),
});
export type Contact = z.output<typeof contactSchema>;

const addressErrors = [
  "invite_email_missing",
  "invite_email_malformed",
  "invite_email_repeated",
  "invite_own_email",
] as const;

/** What a list of people to invite may be refused for. */
export const inviteListErrors = [
  "invites_none",
  "invites_too_many",
  ...addressErrors,
  "invite_first_name_missing",
  "invite_first_name_too_long",
  "invite_last_name_too_long",
  "circle_mode_needs_three",
  "invite_mails_exhausted",
] as const;

/**
 * In the order in which they were added; of those who came by the link only who has answered, and none who came
 * to an anonymous paraline. No answer changes anything here while a paraline is anonymous. Source:
 * docs/product.md, Anonymity; The share link.
 */
export const listInvites = defineEndpoint({
  method: "GET",
  path: "/api/circles/:id/invites",
  summary: "Lists the people of one paraline",
  access: "owner",
  params: idParams,
  output: z.object({
    invites: z.array(inviteSchema),
    /** The owner's address is not proven yet, so invitations wait. */
    waits_for_owner: z.boolean(),
  }),
  errors: ["circle_not_found"],
});

/** Everyone the owner has asked in any paraline, last added first: one entry for each time they were asked. */
export const listContacts = defineEndpoint({
  method: "GET",
  path: "/api/invites",
  summary: "Lists everyone the owner has invited, last added first",
  access: "owner",
  output: z.object({ contacts: z.array(contactSchema) }),
  errors: [],
});

/**
 * What came of writing to several people: how many mails were queued, and how many people were left out because they
 * were written to less than 10 minutes ago or want no more mail. Never who; of an anonymous paraline all are the same
 * whoever has answered.
 */
const queuedSchema = z.object({
  queued_count: z.int(),
  too_soon_count: z.int(),
  opted_out_count: z.int(),
});
export type QueuedMails = z.output<typeof queuedSchema>;

const writingToPeople = {
  method: "POST",
  access: "owner",
  params: idParams,
  output: queuedSchema,
  errors: ["circle_not_found", "circle_closed", "invite_mails_exhausted"],
} as const;

/** "Email invites": sends the invitation to everyone who was not mailed yet, or whose mail could not be delivered. */
export const sendInvitations = defineEndpoint({
  ...writingToPeople,
  path: "/api/circles/:id/invites/send",
  summary: "Sends the invitations that have not gone out",
});

/**
 * "Send reminder to all": to everyone whose invitation has arrived and who has not answered or declined; at
 * most three a person. In an anonymous paraline those who have answered are queued and counted alike, and
 * silently skipped. Source: docs/product.md, Invitations.
 */
export const remindPeople = defineEndpoint({
  ...writingToPeople,
  path: "/api/circles/:id/invites/remind",
  summary: "Sends a reminder to everyone who has not answered",
});

/** Adds people to a paraline that is open, and sends their invitations. All of them or none. */
export const addPeople = defineEndpoint({
  method: "POST",
  path: "/api/circles/:id/invites",
  summary: "Invites more people to a paraline",
  access: "owner",
  params: idParams,
  body: z.object({ invites: z.array(inviteDraftSchema) }),
  status: 201,
  output: listInvites.output,
  errors: ["circle_not_found", "circle_closed", ...inviteListErrors],
});

/**
 * Changes a person's label (null takes it away), which is one in all paralines they are asked in by the same
 * address, or, in a call of its own, their address. A mended address gets a fresh invitation with a new private
 * link; the old link is dead. In an anonymous paraline an address is mended only while the invitation has not
 * left or could not be delivered, in a named one while the person has not answered. Source: docs/product.md,
 * Invitations.
 */
export const changeInvite = defineEndpoint({
  method: "PATCH",
  path: "/api/invites/:id",
  summary: "Changes a person's label or address",
  access: "owner",
  params: idParams,
  body: z.union([
    z.strictObject({ label: z.enum(labels).nullable() }),
    z.strictObject({ email: storableText(limits.email_characters) }),
  ]),
  output: z.object({ invite: inviteSchema }),
  errors: [
    "invite_not_found",
    "circle_closed",
    "invite_completed",
    "invite_declined_no_mail",
    "invite_already_left",
    ...addressErrors,
    "invite_unsubscribed",
    "invite_mails_exhausted",
  ],
});

/** Removes a person who has not answered; their link is dead. Anonymous: while an address could be mended, no longer. */
export const removeInvite = defineEndpoint({
  method: "DELETE",
  path: "/api/invites/:id",
  summary: "Removes a person from a paraline",
  access: "owner",
  params: idParams,
  output: z.object({ status: z.literal("removed") }),
  errors: [
    "invite_not_found",
    "invite_completed",
    "invite_declined_no_mail",
    "invite_already_left",
    "circle_mode_needs_three",
  ],
});

/** One person's private link, to be passed on by hand. Named paralines only: in an anonymous one it would show its use. */
export const readPrivateLink = defineEndpoint({
  method: "GET",
  path: "/api/invites/:id/link",
  summary: "Reads one person's private link",
  access: "owner",
  params: idParams,
  output: z.object({ invite_address: z.string() }),
  errors: ["invite_not_found", "invite_link_private"],
});

/** Everyone the owner has asked, as a table for spreadsheets; no cell of it is read as a formula. */
export const exportContacts = defineEndpoint({
  method: "GET",
  path: "/api/invites/export",
  summary: "Exports the owner's contacts as CSV",
  access: "owner",
  file: "text/csv; charset=utf-8",
  errors: [],
});

/** An unknown, a closed to strangers and a malformed one all look alike. */
const doorParams = z.object({ id: z.string().max(100) });

/**
 * What stands behind a share link. `invited`: nothing is shown, an address is asked for; so it is for an id
 * that nobody has, too. `open`: anyone may answer. `closed`: a paraline that is open to anyone, but has closed.
 * Source: docs/product.md, The share link.
 */
export const readDoor = defineEndpoint({
  method: "GET",
  path: "/api/door/:id",
  summary: "Reads what a share link opens",
  access: "public",
  params: doorParams,
  output: z.discriminatedUnion("mode", [
    z.object({ mode: z.literal("invited") }),
    z.object({
      mode: z.literal("open"),
      title: z.string(),
      cover_image_url: z.string().nullable(),
      /** Then no name is asked for. */
      is_anonymous: z.boolean(),
    }),
    z.object({ mode: z.literal("closed") }),
  ]),
  errors: [],
});

/** Always the same answer, at the same pace: a job looks for the invitation later. */
export const askPrivateLink = defineEndpoint({
  method: "POST",
  path: "/api/door/:id/private-link",
  summary: "Asks for a private link by the address that was invited",
  access: "public",
  params: doorParams,
  body: z.object({ email: storableText(limits.email_characters) }),
  output: z.object({ message: z.literal(doorAnswer) }),
  errors: ["invite_email_missing", "invite_email_malformed"],
});

/**
 * Lets a visitor of an open link in: makes an invite of their own and hands out its token. Not counted before
 * it is answered; it ends when many come after it, or when the owner switches the link off and on. Source:
 * docs/product.md, The share link.
 */
export const joinByLink = defineEndpoint({
  method: "POST",
  path: "/api/door/:id/join",
  summary: "Answers by the open link",
  access: "public",
  params: doorParams,
  body: z.object({ first_name: storableLine(limits.name_characters).optional() }),
  status: 201,
  output: z.object({ invite_token: z.string() }),
  errors: ["link_not_open", "circle_closed", "link_full", "invite_first_name_missing"],
});

/**
 * Queues one more mail with the private link, which is the invitation where none has reached the person yet. In
 * an anonymous paraline it answers the same whether or not the person has answered, and silently skips those
 * who have; limits count either way. Source: docs/product.md, Invitations.
 */
export const resendInvite = defineEndpoint({
  method: "POST",
  path: "/api/invites/:id/resend",
  summary: "Sends a person their invitation again",
  access: "owner",
  params: idParams,
  output: z.object({ email: z.string() }),
  errors: [
    "invite_not_found",
    "circle_closed",
    "invite_completed",
    "invite_declined_no_mail",
    "invite_unsubscribed",
    "invite_waits_for_owner",
    "invite_resend_too_soon",
    "invite_mails_exhausted",
  ],
});

/**
 * The function send-invite: sends the invitation of an invite that the caller owns. Name, title and text come
 * from the database; what the body says of them must be the same. Source: docs/product.md, API.
 */
export const sendInvite = defineEndpoint({
  method: "POST",
  path: "/functions/v1/send-invite",
  summary: "Sends the invitation of an invite that the caller owns",
  access: "owner",
  body: z.object({
    to: z.string(),
    firstName: z.string(),
    lastName: z.string().nullish(),
    paralineTitle: z.string(),
    paralineDescription: z.string().nullish(),
    inviteToken: z.string(),
    deadline: z.string().nullish(),
  }),
  output: z.object({ success: z.literal(true) }),
  errors: resendInvite.errors,
});

/** "I'd rather not": no reason asked, nobody mails them about it again. Repeating it changes nothing. */
export const declineInvite = defineEndpoint({
  method: "POST",
  path: "/api/invite/decline",
  summary: "The invitee would rather not answer",
  access: "invitee",
  output: z.object({ status: z.literal("declined") }),
  errors: ["invite_invalid", "circle_closed", "invite_completed", "join_expired"],
});

/** The way back for who has declined, while the paraline is open. Repeating it changes nothing. */
export const reopenInvite = defineEndpoint({
  method: "POST",
  path: "/api/invite/reopen",
  summary: "The invitee who declined would answer after all",
  access: "invitee",
  output: z.object({ status: z.literal("pending") }),
  errors: ["invite_invalid", "circle_closed", "invite_completed", "join_expired"],
});
