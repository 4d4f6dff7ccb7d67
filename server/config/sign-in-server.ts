import { z } from "zod";
import { isLoopback } from "./loopback.ts";
import type { Settings, SettingsErrorReporter, ValuesOf } from "./settings.ts";

/** Another server, compatible with supabase/auth, that signs people in. This one only verifies its tokens. */
export interface SignInServer {
  /** Where its public keys are. */
  jwksUrl: string;
  /** The exact `iss` of its access tokens. */
  issuer: string;
  audience: string;
  /** The base address of its calls, without a final slash. */
  url: string;
  /** Sent with every call as `apikey`, by browsers, too. It is not a secret. */
  apiKey: string | undefined;
}

const address = z
  .url({
    protocol: /^https?$/,
    error: "must be an address like https://auth.example/auth/v1",
    abort: true,
  })
  .refine((value) => {
    const { protocol, hostname } = new URL(value);
    return protocol === "https:" || isLoopback(hostname);
  }, "must begin with https:// (http:// only on localhost)")
  .refine((value) => {
    const { username, password } = new URL(value);
    return username === "" && password === "";
  }, "must hold neither a user nor a password")
  .refine((value) => !/[?#\s]/.test(value), "must have neither a query nor a fragment");

const withOthers = "needed with AUTH_EXTERNAL_JWKS";

export const signInServerSettings = {
  AUTH_EXTERNAL_JWKS: {
    schema: address.optional(),
    default: "people sign in at this server",
    doc: "Address of the key set of another sign-in server, compatible with supabase/auth. People then sign in there, and this server only verifies its access tokens; see docs/operating.md.",
  },
  AUTH_EXTERNAL_ISSUER: {
    schema: z.string().min(1).optional(),
    default: withOthers,
    doc: "The exact `iss` of that server's access tokens.",
  },
  AUTH_EXTERNAL_URL: {
    schema: address.transform((value) => value.replace(/\/+$/, "")).optional(),
    default: withOthers,
    doc: "Base address of that server's calls, such as https://auth.example/auth/v1. Browsers and this server call it.",
  },
  AUTH_EXTERNAL_AUDIENCE: {
    schema: z.string().min(1).optional(),
    default: "authenticated",
    doc: "The `aud` of that server's access tokens.",
  },
  AUTH_EXTERNAL_API_KEY: {
    schema: z
      .string()
      .regex(/^[\x21-\x7e]{1,2000}$/, "must be a key without spaces")
      .optional(),
    default: "none",
    doc: "Publishable key that the gateway of that server asks for, sent as `apikey` by browsers too. Never a service key.",
  },
} as const satisfies Settings;

/** Settings for signing in here, which have no effect if people sign in at another server. */
const withoutEffect =
  /^AUTH_(?:CONFIRM_EMAIL|ACCESS_TOKEN_SECONDS|REFRESH_REUSE_SECONDS|SIGNING_ALGORITHM|KEY_ROTATION_DAYS|REDIRECT_URLS|OAUTH_REGISTRATION|MANUAL_LINKING|(?:CAPTCHA|SMS|GOOGLE|GITHUB|APPLE|MICROSOFT|OIDC)_\w+)$/;

/**
 * The sign-in server, if there is one. Reports settings that are missing for it and those that have no effect with it.
 */
export function chooseSignInServer(
  values: ValuesOf<typeof signInServerSettings>,
  {
    environment,
    reportError,
  }: { environment: NodeJS.ProcessEnv; reportError: SettingsErrorReporter },
): SignInServer | undefined {
  const { AUTH_EXTERNAL_JWKS, AUTH_EXTERNAL_ISSUER, AUTH_EXTERNAL_URL } = values;
  const needed = { AUTH_EXTERNAL_JWKS, AUTH_EXTERNAL_ISSUER, AUTH_EXTERNAL_URL };
  const own = Object.entries(values).filter(([name]) => name in signInServerSettings);
  const [set] = own.find(([, value]) => value !== undefined) ?? [];
  if (set === undefined) return undefined;
  for (const [name, value] of Object.entries(needed)) {
    if (value !== undefined) continue;
    reportError([name, set], `${name} is missing: needed because ${set} is set`);
  }
  for (const name of Object.keys(environment)) {
    if (!withoutEffect.test(name) || !environment[name]?.trim()) continue;
    reportError(
      ["AUTH_EXTERNAL_JWKS"],
      `${name} has no effect with AUTH_EXTERNAL_JWKS, because people sign in at that server: remove it, and set up there what it was for`,
    );
  }
  if (!AUTH_EXTERNAL_JWKS || !AUTH_EXTERNAL_ISSUER || !AUTH_EXTERNAL_URL) return undefined;
  return {
    jwksUrl: AUTH_EXTERNAL_JWKS,
    issuer: AUTH_EXTERNAL_ISSUER,
    audience: values.AUTH_EXTERNAL_AUDIENCE ?? "authenticated",
    url: AUTH_EXTERNAL_URL,
    apiKey: values.AUTH_EXTERNAL_API_KEY,
  };
}
