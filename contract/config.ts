import { z } from "zod";
import { billingModeSchema } from "./billing/billing.ts";
import { defineEndpoint, type EndpointOutput } from "./endpoint.ts";
import { insightsUseSchema } from "./insights/insights.ts";

/** What the signed-in app needs to know about its server; the browser reads no environment. */
export const readConfig = defineEndpoint({
  method: "GET",
  path: "/api/config",
  summary: "Reads what the app needs to know about this server",
  access: "public",
  output: z.object({
    /** How results are unlocked; `off` if everything is unlocked. */
    billing: billingModeSchema,
    /** Whether new accounts must follow an emailed link before they can sign in. */
    confirms_email: z.boolean(),
    /** Who may create an account: anyone, people who were invited, or no one. */
    sign_up: z.enum(["open", "invited", "off"]),
    /** Whether mail is kept in an outbox that this browser can open. */
    outbox: z.boolean(),
    insights: insightsUseSchema,
  }),
  errors: [],
});

/** Who may create an account. */
export type SignUpMode = EndpointOutput<typeof readConfig>["sign_up"];
