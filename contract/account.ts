import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { notificationBoxesSchema } from "./notifications.ts";
import { storableLine, typedEmail } from "./values/text.ts";

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
  /** True once an emailed link was followed. Unless the server is on loopback, invitations wait for it. */
  email_proven: z.boolean(),
  /** Empty until the owner enters it. */
  full_name: z.string(),
  /** Null until a browser has reported it; until then UTC is used. */
  time_zone: z.string().nullable(),
  ...notificationBoxesSchema.shape,
  /**
   * Whether the address opted out of all mail from this server through a link in an email. The settings below have no
   * effect then.
   */
  mail_stopped: z.boolean(),
  /** A new address whose confirmation links have not all been followed yet. */
  email_change: z
    .object({ new_email: z.string(), waits_for: z.array(z.enum(["new_address", "old_address"])) })
    .nullable(),
  has_password: z.boolean(),
  /** Whether the operator's page is for this account, once it has a second step. */
  is_operator: z.boolean(),
});
export type Account = z.output<typeof accountSchema>;

/**
 * The owner's name, address, time zone and notification settings. An account without a profile reads as an empty one.
 */
export const readAccount = defineEndpoint({
  method: "GET",
  path: "/api/account",
  summary: "Reads the owner's profile",
  access: "owner",
  output: accountSchema,
  errors: [],
});

/** Changes the given fields and leaves the rest. The address is changed through auth, with a confirmation link. */
export const updateAccount = defineEndpoint({
  method: "PATCH",
  path: "/api/account",
  summary: "Changes the owner's profile",
  access: "owner",
  body: z.object({
    full_name: storableLine(limits.nameCharacters).optional(),
    time_zone: timeZoneSchema.optional(),
    ...notificationBoxesSchema.partial().shape,
  }),
  output: accountSchema,
  errors: [],
});

/**
 * Undoes the opt-out of the owner's own address from all mail; repeating it changes nothing. Only an owner who
 * has proven the address may do this, since it may belong to someone else who wants no email.
 */
export const resumeEmails = defineEndpoint({
  method: "POST",
  path: "/api/account/get-mail-again",
  summary: "Resumes emails to the owner's own address",
  access: "owner",
  output: accountSchema,
  errors: ["account_email_unproven"],
});

/**
 * Everything the owner has entered and may read, as a zip of JSON and CSV files and their cover pictures.
 * Includes only answers that are released and unlocked; never a private link, a password or a secret. Source:
 * docs/product.md, Exports.
 */
export const downloadAccount = defineEndpoint({
  method: "GET",
  path: "/api/account/download",
  summary: "Downloads everything the owner has stored and may read",
  access: "owner",
  file: "application/zip",
  errors: [],
});

/**
 * Erases the account with everything in it, immediately and permanently: circles, people and their links, answers,
 * unsent emails, covers, second factors and sessions. `email` must be typed to prevent accidents. The password is
 * required if there is one; otherwise the session must be at most `limits.freshSignInMinutes` old. An account whose
 * address was never proven cannot be erased while a recovery email to that address can be used: it may belong to
 * somebody else.
 */
export const deleteAccount = defineEndpoint({
  method: "DELETE",
  path: "/api/account",
  summary: "Erases the owner's account and everything in it",
  access: "owner",
  body: z.object({
    email: typedEmail,
    password: z.string().max(limits.passwordCharactersMax).optional(),
  }),
  output: z.object({ status: z.literal("deleted") }),
  errors: [
    "account_email_differs",
    "account_password_wrong",
    "account_recovery_pending",
    "account_sign_in_again",
  ],
});
