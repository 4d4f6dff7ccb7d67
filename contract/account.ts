import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { notificationBoxesSchema } from "./notifications.ts";
import { storableLine, storableText } from "./text.ts";

/** An IANA time zone that this runtime knows. */
const timeZoneSchema = z.string().max(64).refine(isTimeZone, "This time zone is not known.");

/** Whether the runtime knows this IANA time zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const accountSchema = z.object({
  user_id: z.uuid(),
  email: z.string(),
  /** The address has been proven by a followed link; invitations wait for it off loopback. */
  email_proven: z.boolean(),
  /** Empty until the owner says it. */
  full_name: z.string(),
  /** Null until a browser has said it; UTC counts until then. */
  time_zone: z.string().nullable(),
  ...notificationBoxesSchema.shape,
  /** Their address asked for no mail from anyone here, by a link in a letter: whatever the boxes say, none comes. */
  mail_stopped: z.boolean(),
  /** An address that waits for its confirmation, and whose links are still to be followed. */
  email_change: z
    .object({ new_email: z.string(), waits_for: z.array(z.enum(["new_address", "old_address"])) })
    .nullable(),
  /** Whether there is a password to ask for. */
  has_password: z.boolean(),
});
export type Account = z.output<typeof accountSchema>;

/** The owner's name, address, time zone and boxes. An account without a profile reads as one that has said nothing yet. */
export const readAccount = defineEndpoint({
  method: "GET",
  path: "/api/account",
  summary: "Reads the owner's profile",
  access: "owner",
  output: accountSchema,
  errors: [],
});

/** Changes what is named and leaves the rest. The address is changed through auth, by a confirming link. */
export const updateAccount = defineEndpoint({
  method: "PATCH",
  path: "/api/account",
  summary: "Changes the owner's profile",
  access: "owner",
  body: z.object({
    full_name: storableLine(limits.name_characters).optional(),
    time_zone: timeZoneSchema.optional(),
    ...notificationBoxesSchema.partial().shape,
  }),
  output: accountSchema,
  errors: [],
});

/**
 * Takes back that the owner's own address asked for no mail from anyone here; asked for again, it changes nothing. Only
 * who has proven the address may: it may be somebody else's, who wants none.
 */
export const getMailAgain = defineEndpoint({
  method: "POST",
  path: "/api/account/get-mail-again",
  summary: "Lets letters reach the owner's own address again",
  access: "owner",
  output: accountSchema,
  errors: ["account_email_unproven"],
});

/**
 * Everything the owner has put in and may read, as a zip of JSON and CSV files and their cover pictures. Of
 * answers only what is released and unlocked; never a private link, a password or a secret. Source:
 * docs/product.md, Exports.
 */
export const downloadAccount = defineEndpoint({
  method: "GET",
  path: "/api/account/download",
  summary: "Downloads everything of the owner's",
  access: "owner",
  file: "application/zip",
  errors: [],
});

/**
 * Erases the account with everything in it, at once and for good: paralines, people and their links, answers, mails that
 * have not left, covers, second steps and sessions. `email` is typed, so that nothing is erased by a slip; the password
 * is asked for where there is one, else the session has to be at most `limits.fresh_sign_in_minutes` old.
 */
export const deleteAccount = defineEndpoint({
  method: "DELETE",
  path: "/api/account",
  summary: "Erases the owner's account and everything in it",
  access: "owner",
  body: z.object({
    email: storableText(limits.email_characters),
    password: z.string().max(limits.password_characters_max).optional(),
  }),
  output: z.object({ status: z.literal("deleted") }),
  errors: ["account_email_differs", "account_password_wrong", "account_sign_in_again"],
});
