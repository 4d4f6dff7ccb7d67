import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { notificationBoxesSchema } from "./notifications.ts";
import { storableText } from "./text.ts";

/** An IANA time zone that this runtime knows. */
export const timeZoneSchema = z.string().max(64).refine(isTimeZone, "This time zone is not known.");

/** Whether the runtime knows this IANA time zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const accountSchema = z.object({
  user_id: z.uuid(),
  email: z.string(),
  /** The address has been proven by a followed link; invitations wait for it off loopback. */
  email_proven: z.boolean(),
  /** Empty until the owner says it. */
  full_name: z.string(),
  /** Null until a browser has said it; UTC counts until then. */
  time_zone: z.string().nullable(),
  ...notificationBoxesSchema.shape,
});
export type Account = z.output<typeof accountSchema>;

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
    full_name: storableText(limits.name_characters).optional(),
    time_zone: timeZoneSchema.optional(),
    ...notificationBoxesSchema.partial().shape,
  }),
  output: accountSchema,
  errors: [],
});
