import { z } from "zod";
import { defineEndpoint } from "../endpoint.ts";
import { idParams } from "../values/id-params.ts";

/** One sign-in of the owner. */
const signedInSessionSchema = z.object({
  id: z.uuid(),
  created_at: z.iso.datetime(),
  /** When it was last used, accurate to the lifetime of an access token. */
  refreshed_at: z.iso.datetime(),
  /** The browser's user agent; null if it sent none. */
  user_agent: z.string().nullable(),
  /** The network it was last seen in, such as `203.0.113.*`; never the full address. */
  network: z.string().nullable(),
  /** Whether it is the session that makes the request. */
  is_current: z.boolean(),
});
export type SignedInSession = z.output<typeof signedInSessionSchema>;

/** Every active session of the account, including the one that makes the request. */
export const listSessions = defineEndpoint({
  method: "GET",
  path: "/api/sessions",
  summary: "Lists where the owner is signed in, latest first",
  access: "owner",
  output: z.object({ sessions: z.array(signedInSessionSchema) }),
  errors: [],
});

/**
 * Ends a session, which stops working immediately, including its access token. Answers `not_found` for another
 * account's session or an ended one. Answers `session_just_recovered` for another session that began with a recovery
 * email within the last `limits.freshSignInMinutes` and waits for the second step, because only the owner can have such
 * an email.
 */
export const endSession = defineEndpoint({
  method: "DELETE",
  path: "/api/sessions/:id",
  summary: "Ends one of the owner's sessions",
  access: "owner",
  params: idParams,
  output: z.object({ id: z.uuid() }),
  errors: ["not_found", "session_just_recovered"],
});
