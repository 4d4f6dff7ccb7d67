import { z } from "zod";
import { daySeconds, hourSeconds } from "#contract/values/durations.ts";
import { emailAddress } from "#contract/values/text.ts";
import { choiceSchema, onOff, type Settings, trueOrFalse, wholeNumber } from "./settings.ts";
import { signingAlgorithms } from "./signing-algorithms.ts";

export const accountSettings = {
  AUTH_CONFIRM_EMAIL: {
    schema: trueOrFalse.default(false),
    default: "false",
    doc: "New accounts must follow an emailed link before they can sign in.",
  },
  AUTH_SIGN_UP: {
    schema: z.enum(["open", "invited", "off"], "must be open, invited or off").default("open"),
    default: "open",
    doc: "Who may create an account: `open`, anyone; `invited`, people whom an owner has invited to a paraline or whom you name with `npm run account -- invite ADDRESS`, who then confirm their address as with AUTH_CONFIRM_EMAIL; `off`, no one.",
  },
  ADMIN_EMAILS: {
    schema: z
      .string()
      .transform((value) => value.split(",").filter((entry) => entry.trim() !== ""))
      .pipe(z.array(emailAddress("must be email addresses with commas between them")))
      .default([]),
    default: "nobody: there is no such page",
    doc: "Whose accounts may open /admin, the operator's page: their email addresses, comma-separated. An account needs a confirmed address and a second step.",
  },
} as const satisfies Settings;

export const tokenSettings = {
  AUTH_ACCESS_TOKEN_SECONDS: {
    schema: wholeNumber(10, daySeconds).default(hourSeconds),
    default: "3600",
    doc: "Life of an access token.",
  },
  AUTH_REFRESH_REUSE_SECONDS: {
    schema: wholeNumber(0, hourSeconds).default(10),
    default: "10",
    doc: "How long after a refresh an older token still gets the same successor. The tabs of a browser need a few seconds.",
  },
  AUTH_SIGNING_ALGORITHM: {
    schema: choiceSchema(...signingAlgorithms).default("ES256"),
    default: "ES256",
    doc: "Algorithm that access tokens are signed with. A change makes a new key, which begins to sign within half an hour. The client library @supabase/auth-js cannot verify EdDSA by itself.",
  },
  AUTH_KEY_ROTATION_DAYS: {
    schema: wholeNumber(0, 3650).default(90),
    default: "90",
    doc: "How many days a key signs access tokens before a new one replaces it; 0: until `npm run keys:rotate`.",
  },
  AUTH_REDIRECT_URLS: {
    schema: z
      .string()
      .transform((value) =>
        value
          .split(",")
          .map((entry) => entry.trim())
          .filter((entry) => entry !== ""),
      )
      .pipe(
        z.array(
          z.url({
            protocol: /^https?$/,
            error: "must be addresses like https://app.example/back, with commas between them",
          }),
        ),
      )
      .default([]),
    default: "none",
    doc: "Further exact addresses that redirect_to may name, comma-separated.",
  },
} as const satisfies Settings;

export const connectionSettings = {
  AUTH_OAUTH_REGISTRATION: {
    schema: onOff.default(true),
    default: "on",
    doc: "Whether apps may register themselves, so that owners can connect an assistant. off: no further apps can be connected.",
  },
  AUTH_MANUAL_LINKING: {
    schema: trueOrFalse.default(true),
    default: "true",
    doc: "Whether owners can connect and disconnect accounts of sign-in providers in Settings.",
  },
} as const satisfies Settings;
