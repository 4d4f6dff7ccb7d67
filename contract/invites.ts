import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import type { ErrorCode } from "./errors.ts";
import { limits } from "./limits.ts";
import { storableText } from "./text.ts";

export const inviteStatuses = ["pending", "completed", "declined"] as const;
/** How a person came to be asked: named by the owner, or by the open link. */
export const inviteSources = ["invited", "link"] as const;
export const labels = ["personal", "work", "family", "mentor", "friend"] as const;
export type Label = (typeof labels)[number];

/**
 * Where a person's invitation stands: of a named paraline their last one, of an anonymous one the first alone.
 * `waiting`: until the owner has proven their own address.
 */
export const deliveryStates = ["waiting", "queued", "sent", "failed", "none"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** A person as the wizard sends them; judged by `judgeInviteDraft`, so that each rule answers with its own sentence. */
export const inviteDraftSchema = z.object({
  first_name: storableText(limits.name_characters),
  last_name: storableText(limits.name_characters).nullable().optional(),
  email: storableText(limits.email_characters),
});
export type InviteDraft = z.output<typeof inviteDraftSchema>;

/** The form an address is compared in: two spellings of one address are one person. */
export function normalizeEmail(email: string): string {
  return email.normalize("NFC").trim().toLowerCase();
}

const emailSchema = z.email();

/** Whether an address looks like one. */
export function isEmail(email: string): boolean {
  return email.length <= limits.email_characters && emailSchema.safeParse(email).success;
}

/**
 * The rule a new person breaks, or undefined. The same in the wizard and on the server.
 * `others` are the normalized addresses already on the list.
 * Source: specification section 5, product decisions 3.
 */
export function judgeInviteDraft(
  draft: Pick<InviteDraft, "first_name" | "email">,
  others: ReadonlySet<string>,
  ownerEmail: string | undefined,
): ErrorCode | undefined {
  const email = normalizeEmail(draft.email);
  if (email === "") return "invite_email_missing";
  if (draft.first_name.trim() === "") return "invite_first_name_missing";
  if (!isEmail(email)) return "invite_email_malformed";
  if (ownerEmail !== undefined && email === normalizeEmail(ownerEmail)) return "invite_own_email";
  if (others.has(email)) return "invite_email_repeated";
  return undefined;
}

/**
 * A person as the owner sees them. In an anonymous paraline `status` is `null` unless declined, and nothing here
 * ever changes when an answer comes in. The private link is never part of it.
 */
export const inviteSchema = z.object({
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

/** A person with the paraline they were asked in. */
export const contactSchema = inviteSchema.extend({
  circle: z.object({ id: z.uuid(), title: z.string(), is_anonymous: z.boolean() }),
});
export type Contact = z.output<typeof contactSchema>;

/** In the order in which they were added. */
export const listInvites = defineEndpoint({
  method: "GET",
  path: "/api/circles/:id/invites",
  summary: "Lists the people of one paraline",
  access: "owner",
  params: z.object({ id: z.uuid() }),
  output: z.object({
    invites: z.array(inviteSchema),
    /** The owner's address is not proven yet, so invitations wait. */
    waits_for_owner: z.boolean(),
  }),
  errors: ["circle_not_found"],
});

/** Everyone the owner has asked in any paraline, last added first. */
export const listContacts = defineEndpoint({
  method: "GET",
  path: "/api/invites",
  summary: "Lists everyone the owner has invited, last added first",
  access: "owner",
  output: z.object({ contacts: z.array(contactSchema) }),
  errors: [],
});

/**
 * Queues one more mail with the private link. In an anonymous paraline it answers the same whether or not the person
 * has answered, and silently skips those who have; limits count either way. Source: product decisions 4 and 7.
 */
export const resendInvite = defineEndpoint({
  method: "POST",
  path: "/api/invites/:id/resend",
  summary: "Sends a person their invitation again",
  access: "owner",
  params: z.object({ id: z.uuid() }),
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
 * The specification's function: sends the invitation of an invite that the caller owns. Name, title and text come from
 * the database; what the body says of them must be the same. Source: product decisions 10.
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
  errors: ["invite_invalid", "circle_closed", "invite_completed"],
});

/** The way back while the paraline is open. */
export const reopenInvite = defineEndpoint({
  method: "POST",
  path: "/api/invite/reopen",
  summary: "The invitee who declined would answer after all",
  access: "invitee",
  output: z.object({ status: z.literal("pending") }),
  errors: ["invite_invalid", "circle_closed", "invite_completed"],
});
