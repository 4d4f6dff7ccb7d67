import { z } from "zod";
import { defineEndpoint } from "../endpoint.ts";
import type { ErrorCode } from "../errors.ts";
import { languageSchema } from "../language-schema.ts";
import { limits } from "../limits.ts";
import { normalizeMailbox, readEmail } from "../values/email.ts";
import { idParams } from "../values/id-params.ts";
import { mediaTypes } from "../values/media-types.ts";
import { countCharacters } from "../values/plain-text.ts";
import { lineOfAnyLength, storableLine, typedEmail } from "../values/text.ts";
import { shareLinkReply } from "./share-link.ts";

const inviteStatuses = ["pending", "completed", "declined"] as const;
/** How a person was asked: named by the owner, or through the open link. */
const inviteSources = ["invited", "link"] as const;
/** The labels an owner may give to the people they know. */
export const labels = ["personal", "work", "family", "mentor", "friend"] as const;
export type Label = (typeof labels)[number];

/**
 * The state of the last email with a person's private link that the owner requested. `waiting`: it waits until the owner
 * has proven their own address.
 */
const deliveryStates = ["waiting", "queued", "sent", "failed", "none"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/**
 * A person as the wizard sends them. `validateInviteDraft` checks them, so that each rule has its own error message.
 */
export const inviteDraftSchema = z.object({
  first_name: lineOfAnyLength,
  last_name: lineOfAnyLength.nullable().optional(),
  email: typedEmail,
});
export type InviteDraft = z.output<typeof inviteDraftSchema>;

/**
 * The rule that a new person breaks, or undefined. The wizard and the server both use it. `others` has the mailboxes
 * that are on the list already ({@link normalizeMailbox}), `ownerEmails` every address known as the owner's. Source: docs/product.md, Invitations.
 */
export function validateInviteDraft(
  draft: InviteDraft,
  others: ReadonlySet<string>,
  ownerEmails: readonly string[],
): ErrorCode | undefined {
  if (draft.email.trim() === "") return "invite_email_missing";
  if (draft.first_name.trim() === "") return "invite_first_name_missing";
  if (countCharacters(draft.first_name) > limits.nameCharacters) {
    return "invite_first_name_too_long";
  }
  if (countCharacters(draft.last_name ?? "") > limits.nameCharacters) {
    return "invite_last_name_too_long";
  }
  if (readEmail(draft.email) === undefined) return "invite_email_malformed";
  const mailbox = normalizeMailbox(draft.email);
  if (ownerEmails.some((own) => normalizeMailbox(own) === mailbox)) return "invite_own_email";
  if (others.has(mailbox)) return "invite_email_repeated";
  return undefined;
}

/**
 * A person as the owner sees them. In an anonymous circle `status` is `null` unless the person has ever
 * declined, and nothing here ever changes when an answer arrives. The private link is never included.
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
  /** A human-readable reason, when it could not be delivered. */
  delivery_reason: z.string().nullable(),
  created_at: z.iso.datetime(),
});
export type Invite = z.output<typeof inviteSchema>;

/**
 * Whether the owner may correct a person's address or remove them, as far as the owner may know. In an anonymous circle
 * only the state of emails counts, so that no error reveals who has answered. Source: docs/product.md, Invitations;
 * Anonymity.
 */
export function isChangeable({ status, delivery }: Pick<Invite, "status" | "delivery">): boolean {
  return status === "pending" || (status === null && delivery !== "sent");
}

/**
 * Whether a person has not been emailed yet, such as after copying a circle with its people. Only emails sent for the
 * owner count, so it does not reveal who has answered an anonymous circle through a link requested on its share-link
 * page.
 */
export function isNotYetInvited({
  status,
  delivery,
  source,
}: Pick<Invite, "status" | "delivery" | "source">): boolean {
  return source === "invited" && delivery === "none" && (status === "pending" || status === null);
}

/** A person with the circle they were asked in. */
const contactSchema = inviteSchema.extend({
  circle: z.object({ id: z.uuid(), title: z.string(), is_anonymous: z.boolean() }),
});
export type Contact = z.output<typeof contactSchema>;

/** The order of the contacts of several pages. Sorting keeps the order of people who were added at the same time. */
export function lastAddedFirst(left: Contact, right: Contact): number {
  return right.created_at < left.created_at ? -1 : right.created_at > left.created_at ? 1 : 0;
}

const addressErrors = [
  "invite_email_missing",
  "invite_email_malformed",
  "invite_email_repeated",
  "invite_own_email",
] as const;

/** Errors of a list of people to invite. */
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
 * The people of a circle, in the order in which they were added. People who joined through the open link are included
 * only if they have answered, and never in an anonymous circle, where answers change nothing here. Source:
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
    /** Whether invitations wait because the owner's address is not proven yet. */
    waits_for_owner: z.boolean(),
  }),
  errors: ["circle_not_found"],
});

/**
 * Everyone the owner has asked in any circle: one entry for each time they were asked. The people of a circle come
 * together, several hundred people a page; within a page, last added first.
 */
export const listContacts = defineEndpoint({
  method: "GET",
  path: "/api/invites",
  summary: "Lists everyone the owner has invited, last added first, a page at a time",
  access: "owner",
  query: z.object({
    /** `next` of the previous page. */
    after: z.uuid().optional(),
  }),
  output: z.object({
    contacts: z.array(contactSchema),
    /** Where the next page begins; missing from the last one. */
    next: z.uuid().optional(),
  }),
  errors: [],
});

/**
 * The result of emailing several people: how many emails were requested, and how many people were left out because they
 * were emailed less than 10 minutes ago or have opted out, but never who. In an anonymous circle the numbers do not
 * depend on who has answered.
 */
const queuedSchema = z.object({
  queued_count: z.int(),
  too_soon_count: z.int(),
  opted_out_count: z.int(),
});
export type QueuedEmails = z.output<typeof queuedSchema>;

const mailingPeople = {
  method: "POST",
  access: "owner",
  params: idParams,
  output: queuedSchema,
  errors: ["circle_not_found", "circle_closed", "invite_mails_exhausted"],
} as const;

/**
 * "Email invites": sends the invitation to everyone who was not emailed yet, or whose email could not be delivered. An
 * anonymous circle needs at least three people by then.
 */
export const sendInvitations = defineEndpoint({
  ...mailingPeople,
  errors: [...mailingPeople.errors, "circle_mode_needs_three"],
  path: "/api/circles/:id/invites/send",
  summary: "Sends the invitations that have not been sent",
});

/**
 * "Send reminder to all": reminds everyone whose invitation was delivered and who has not answered or declined, at most
 * three times per person. In an anonymous circle, people who have answered are reminded like the others. Source:
 * docs/product.md, Invitations.
 */
export const remindPeople = defineEndpoint({
  ...mailingPeople,
  path: "/api/circles/:id/invites/remind",
  summary: "Sends a reminder to everyone who has not answered",
});

/**
 * Adds people to an open circle and sends their invitations, all or none. In an anonymous circle they are only listed,
 * and only until its first invitation leaves.
 */
export const addPeople = defineEndpoint({
  method: "POST",
  path: "/api/circles/:id/invites",
  summary: "Invites more people to a paraline",
  access: "owner",
  params: idParams,
  body: z.object({ invites: z.array(inviteDraftSchema) }),
  status: 201,
  output: listInvites.output,
  errors: ["circle_not_found", "circle_closed", "circle_fixed", ...inviteListErrors],
});

/**
 * Changes a person's label (null removes it), which is shared by all circles they are asked in under the same address;
 * or, in a separate call, their address. A corrected address gets a new invitation with a new private link, and the old
 * link stops working. In an anonymous circle an address can be corrected only while the invitation is unsent or could
 * not be delivered, and in a named circle only while the person has not answered. Source: docs/product.md, Invitations.
 */
export const changeInvite = defineEndpoint({
  method: "PATCH",
  path: "/api/invites/:id",
  summary: "Changes a person's label or address",
  access: "owner",
  params: idParams,
  body: z.union([
    z.strictObject({ label: z.enum(labels).nullable() }),
    z.strictObject({ email: typedEmail }),
  ]),
  output: z.object({ invite: inviteSchema }),
  errors: [
    "invite_not_found",
    "circle_closed",
    "invite_completed",
    "invite_declined_no_mail",
    "invite_may_have_arrived",
    ...addressErrors,
    "invite_unsubscribed",
    "invite_mails_exhausted",
  ],
});

/**
 * Removes a person who has not answered. Their link stops working. In an anonymous circle this is possible only while
 * their address could be corrected.
 */
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
    "invite_may_have_arrived",
    "circle_mode_needs_three",
  ],
});

/**
 * One person's private link, for the owner to share. Only in named circles: in an anonymous one it would show whether
 * the link was used.
 */
export const readPrivateLink = defineEndpoint({
  method: "GET",
  path: "/api/invites/:id/link",
  summary: "Reads one person's private link",
  access: "owner",
  params: idParams,
  output: z.object({ invite_address: z.string() }),
  errors: ["invite_not_found", "invite_link_private"],
});

/** Everyone the owner has asked, as a spreadsheet in which every cell is text. */
export const exportContactsXlsx = defineEndpoint({
  method: "GET",
  path: "/api/invites/contacts.xlsx",
  summary: "Exports the owner's contacts as a spreadsheet",
  access: "owner",
  file: mediaTypes.xlsx,
  errors: [],
});

/** The same as CSV, for programs that cannot read the spreadsheet; no cell is read as a formula. */
export const exportContactsCsv = defineEndpoint({
  method: "GET",
  path: "/api/invites/contacts.csv",
  summary: "Exports the owner's contacts as CSV",
  access: "owner",
  file: mediaTypes.csv,
  errors: [],
});

/** An unknown circle, a circle only for invited people and a malformed id all look alike. */
const shareLinkParams = z.object({ id: z.string().max(100) });

/**
 * What a share link leads to. `invited`: shows nothing and asks for an address; unknown ids look the same. `open`:
 * anyone may answer. `closed`: anyone could answer, but the circle has closed. Source: docs/product.md, The share link.
 */
export const readShareLink = defineEndpoint({
  method: "GET",
  path: "/api/share-link/:id",
  summary: "Reads what a share link opens",
  access: "public",
  params: shareLinkParams,
  output: z.discriminatedUnion("mode", [
    z.object({ mode: z.literal("invited") }),
    z.object({
      mode: z.literal("open"),
      title: z.string(),
      cover_image_url: z.string().nullable(),
      language: languageSchema,
      /** If true, no name is asked for. */
      is_anonymous: z.boolean(),
    }),
    z.object({ mode: z.literal("closed") }),
  ]),
  errors: [],
});

/** The response is always the same and equally fast. A job looks for the invite later. */
export const requestPrivateLink = defineEndpoint({
  method: "POST",
  path: "/api/share-link/:id/private-link",
  summary: "Requests a private link by the address that was invited",
  access: "public",
  params: shareLinkParams,
  body: z.object({ email: typedEmail }),
  output: z.object({ message: z.literal(shareLinkReply) }),
  errors: ["invite_email_missing", "invite_email_malformed"],
});

/**
 * Lets a visitor join through an open link: returns a token of their own, which can be answered until the owner turns
 * the link off. Nothing is stored before that. Source: docs/product.md, The share link.
 */
export const joinByLink = defineEndpoint({
  method: "POST",
  path: "/api/share-link/:id/join",
  summary: "Joins through the open link",
  access: "public",
  params: shareLinkParams,
  body: z.object({ first_name: storableLine(limits.nameCharacters).optional() }),
  status: 201,
  output: z.object({ invite_token: z.string() }),
  errors: [
    "link_not_open",
    "circle_closed",
    "link_full",
    "link_network_exhausted",
    "invite_first_name_missing",
  ],
});

/**
 * Requests another email with the private link. It is the invitation if the person has not received one. In an anonymous
 * circle it is sent whether or not the person has answered. Source: docs/product.md, Invitations.
 */
export const resendInvite = defineEndpoint({
  method: "POST",
  path: "/api/invites/:id/resend",
  summary: "Sends a person their invitation again",
  access: "owner",
  params: idParams,
  output: z.object({ email: z.string() }),
  errors: [
    "circle_mode_needs_three",
    "invite_not_found",
    "circle_closed",
    "invite_completed",
    "invite_declined_no_mail",
    "invite_unsubscribed",
    "invite_waits_for_owner",
    "invite_resend_too_soon",
    "invite_resends_exhausted",
    "invite_address_exhausted",
    "invite_mails_exhausted",
  ],
});

/**
 * The function send-invite: sends the invitation of an invite that the caller owns. Name, title and text come
 * from the database; the body's values must match them. Source: docs/product.md, API.
 */
export const sendInvite = defineEndpoint({
  method: "POST",
  path: "/functions/v1/send-invite",
  summary: "Sends the invitation of an invite that the caller owns",
  access: "owner",
  body: z.object({
    to: typedEmail,
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

/** "I'd rather not": needs no reason, and stops further emails about the circle. Repeating it changes nothing. */
export const declineInvite = defineEndpoint({
  method: "POST",
  path: "/api/invite/decline",
  summary: "Declines to answer, as an invitee",
  access: "invitee",
  output: z.object({ status: z.literal("declined") }),
  errors: ["invite_invalid", "circle_closed", "invite_completed", "link_turned_off"],
});

/** Undoes declining while the circle is open. Repeating it changes nothing. */
export const reopenInvite = defineEndpoint({
  method: "POST",
  path: "/api/invite/reopen",
  summary: "Takes back an invitee's decline",
  access: "invitee",
  output: z.object({ status: z.literal("pending") }),
  errors: ["invite_invalid", "circle_closed", "invite_completed", "link_turned_off"],
});
