import { z } from "zod";
import { isLoopback } from "./loopback.ts";
import {
  requireTogether,
  type Settings,
  type SettingsErrorReporter,
  type SettingsValues,
} from "./settings.ts";

export type SignInProvider = {
  id: "google" | "github" | "apple" | "azure" | "custom:oidc";
  name: string;
  clientId: string;
  clientSecret: ClientSecret;
} & (
  | { kind: "openid"; issuer: string }
  /** OAuth 2 without id tokens: the person who signs in is read from the provider's API. */
  | { kind: "github"; site: string; api: string }
);

type ClientSecret =
  | { kind: "text"; text: string }
  /** Apple's secrets are tokens that expire within six months, made from a key that does not. */
  | { kind: "apple_key"; teamId: string; keyId: string; privateKey: string };

const given = z.string().min(1).optional();

/** Codes and secrets are sent to the issuer, so only a connection within this machine may be unencrypted. */
const issuer = z
  .url({ protocol: /^https?$/, error: "must be an address like https://id.example", abort: true })
  .refine((value) => {
    const { protocol, hostname } = new URL(value);
    return protocol === "https:" || isLoopback(hostname);
  }, "must begin with https:// (http:// only on localhost)")
  .refine((value) => !/[?#]/.test(value), "must have neither a query nor a fragment")
  .optional();

const noButton = "no button for it";
const idDoc = (provider: string) =>
  `Client id that ${provider} gave this server, so that people can sign in with their account there.`;
const secretDoc = (id: string) => `Client secret that belongs to ${id}.`;

export const signInProviderSettings = {
  AUTH_GOOGLE_CLIENT_ID: { schema: given, default: noButton, doc: idDoc("Google") },
  AUTH_GOOGLE_CLIENT_SECRET: {
    schema: given,
    default: "none",
    doc: secretDoc("AUTH_GOOGLE_CLIENT_ID"),
  },
  AUTH_GITHUB_CLIENT_ID: { schema: given, default: noButton, doc: idDoc("GitHub") },
  AUTH_GITHUB_CLIENT_SECRET: {
    schema: given,
    default: "none",
    doc: secretDoc("AUTH_GITHUB_CLIENT_ID"),
  },
  AUTH_APPLE_CLIENT_ID: {
    schema: given,
    default: noButton,
    doc: "Services ID that Apple gave this server, so that people can sign in with their account there.",
  },
  AUTH_APPLE_CLIENT_SECRET: {
    schema: given,
    default: "made from AUTH_APPLE_PRIVATE_KEY",
    doc: "Client secret that belongs to AUTH_APPLE_CLIENT_ID. Apple's expire within six months; the private key does not.",
  },
  AUTH_APPLE_TEAM_ID: {
    schema: given,
    default: "none",
    doc: "Apple team that AUTH_APPLE_PRIVATE_KEY belongs to.",
  },
  AUTH_APPLE_KEY_ID: {
    schema: given,
    default: "none",
    doc: "Apple's id of AUTH_APPLE_PRIVATE_KEY.",
  },
  AUTH_APPLE_PRIVATE_KEY: {
    schema: given,
    default: "AUTH_APPLE_CLIENT_SECRET is used",
    doc: "Text of the .p8 file from Apple, from which client secrets are made; line breaks may be written as \\n.",
  },
  AUTH_MICROSOFT_CLIENT_ID: { schema: given, default: noButton, doc: idDoc("Microsoft") },
  AUTH_MICROSOFT_CLIENT_SECRET: {
    schema: given,
    default: "none",
    doc: secretDoc("AUTH_MICROSOFT_CLIENT_ID"),
  },
  AUTH_OIDC_ISSUER: {
    schema: issuer,
    default: noButton,
    doc: "Issuer of any other OpenID provider, so that people can sign in with their account there.",
  },
  AUTH_OIDC_CLIENT_ID: {
    schema: given,
    default: "none",
    doc: "Client id that the provider of AUTH_OIDC_ISSUER gave this server.",
  },
  AUTH_OIDC_CLIENT_SECRET: {
    schema: given,
    default: "none",
    doc: secretDoc("AUTH_OIDC_CLIENT_ID"),
  },
  AUTH_OIDC_NAME: {
    schema: z.string().max(40, "must have at most 40 characters").optional(),
    default: "the host of AUTH_OIDC_ISSUER",
    doc: "What people call the provider of AUTH_OIDC_ISSUER: the button says “Continue with …”.",
  },
} as const satisfies Settings;

type Values = SettingsValues<typeof signInProviderSettings>;

/** The providers that are set up, in the order in which they are offered. Reports settings that one of them lacks. */
export function chooseSignInProviders(
  values: Values,
  reportError: SettingsErrorReporter,
): readonly SignInProvider[] {
  const registered = (id: keyof Values, secret: keyof Values) => {
    const [clientId, clientSecret] = [values[id], values[secret]];
    requireTogether({ [id]: clientId, [secret]: clientSecret }, reportError);
    if (clientId === undefined || clientSecret === undefined) return undefined;
    return { clientId, clientSecret: { kind: "text", text: clientSecret } as const };
  };

  const google = registered("AUTH_GOOGLE_CLIENT_ID", "AUTH_GOOGLE_CLIENT_SECRET");
  const apple = appleRegistration(values, reportError);
  const microsoft = registered("AUTH_MICROSOFT_CLIENT_ID", "AUTH_MICROSOFT_CLIENT_SECRET");
  const github = registered("AUTH_GITHUB_CLIENT_ID", "AUTH_GITHUB_CLIENT_SECRET");
  const other = registered("AUTH_OIDC_CLIENT_ID", "AUTH_OIDC_CLIENT_SECRET");
  const { AUTH_OIDC_ISSUER: otherIssuer, AUTH_OIDC_NAME: otherName } = values;
  requireTogether({ AUTH_OIDC_ISSUER: otherIssuer, AUTH_OIDC_CLIENT_ID: other }, reportError);

  const openid = (
    id: SignInProvider["id"],
    name: string,
    issuerAddress: string,
    credentials: Pick<SignInProvider, "clientId" | "clientSecret"> | undefined,
  ): SignInProvider[] =>
    credentials === undefined
      ? []
      : [{ id, name, kind: "openid", issuer: issuerAddress, ...credentials }];
  return [
    ...openid("google", "Google", "https://accounts.google.com", google),
    ...openid("apple", "Apple", "https://appleid.apple.com", apple),
    ...openid("azure", "Microsoft", "https://login.microsoftonline.com/common/v2.0", microsoft),
    ...(github === undefined
      ? []
      : [
          {
            id: "github",
            name: "GitHub",
            kind: "github",
            site: "https://github.com",
            api: "https://api.github.com",
            ...github,
          } as const,
        ]),
    ...(otherIssuer === undefined
      ? []
      : openid("custom:oidc", otherName ?? new URL(otherIssuer).host, otherIssuer, other)),
  ];
}

function appleRegistration(
  values: Values,
  reportError: SettingsErrorReporter,
): Pick<SignInProvider, "clientId" | "clientSecret"> | undefined {
  const {
    AUTH_APPLE_CLIENT_ID: clientId,
    AUTH_APPLE_CLIENT_SECRET: secret,
    AUTH_APPLE_TEAM_ID: teamId,
    AUTH_APPLE_KEY_ID: keyId,
    AUTH_APPLE_PRIVATE_KEY: privateKey,
  } = values;
  const parts = {
    AUTH_APPLE_TEAM_ID: teamId,
    AUTH_APPLE_KEY_ID: keyId,
    AUTH_APPLE_PRIVATE_KEY: privateKey,
  };
  const present = Object.entries(parts).find(([, value]) => value !== undefined)?.[0];
  const isKeyGiven = secret === undefined && present !== undefined;
  if (isKeyGiven) requireTogether(parts, reportError);
  if (clientId === undefined) {
    const cause = secret === undefined ? present : "AUTH_APPLE_CLIENT_SECRET";
    if (cause !== undefined) {
      reportError(
        ["AUTH_APPLE_CLIENT_ID"],
        `AUTH_APPLE_CLIENT_ID is missing: needed because ${cause} is set`,
      );
    }
    return undefined;
  }
  if (secret !== undefined) return { clientId, clientSecret: { kind: "text", text: secret } };
  if (teamId !== undefined && keyId !== undefined && privateKey !== undefined) {
    const pem = privateKey.replaceAll("\\n", "\n");
    return { clientId, clientSecret: { kind: "apple_key", teamId, keyId, privateKey: pem } };
  }
  if (!isKeyGiven) {
    reportError(
      ["AUTH_APPLE_CLIENT_SECRET"],
      "AUTH_APPLE_CLIENT_SECRET is missing: needed because AUTH_APPLE_CLIENT_ID is set",
    );
  }
  return undefined;
}
