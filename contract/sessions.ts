import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { idParams } from "./id-params.ts";

/** One place where the owner is signed in. */
const signedInSessionSchema = z.object({
  id: z.uuid(),
  created_at: z.iso.datetime(),
  /** When it was last used, to within the life of an access token. */
  refreshed_at: z.iso.datetime(),
  /** What the browser called itself; null when it said nothing. */
  user_agent: z.string().nullable(),
  /** The network it was last seen in, such as `203.0.113.*`; never the whole address. */
  network: z.string().nullable(),
  /** The one that asks. */
  is_current: z.boolean(),
});
export type SignedInSession = z.output<typeof signedInSessionSchema>;

/** Every session of the account that has not ended, the one that asks among them. */
export const listSessions = defineEndpoint({
  method: "GET",
  path: "/api/sessions",
  summary: "Lists where the owner is signed in, the latest first",
  access: "owner",
  output: z.object({ sessions: z.array(signedInSessionSchema) }),
  errors: [],
});

/** An ended session stops working at once, its access token too. `not_found` for another's or one that has ended. */
export const endSession = defineEndpoint({
  method: "DELETE",
  path: "/api/sessions/:id",
  summary: "Signs the owner out in one place",
  access: "owner",
  params: idParams,
  output: z.object({ id: z.uuid() }),
  errors: ["not_found"],
});
