import { randomUUID } from "node:crypto";
import { z } from "zod";
import { isStorableText, toLine } from "#contract/values/plain-text.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { unixSeconds } from "../sessions/start-session.ts";
import { createSecret, secretHash } from "./authenticate-client.ts";
import { insertClient } from "./queries.ts";
import { isRedirectUri } from "./redirect-uris.ts";

const maxUris = 10;
const nameCharacters = 120;
const webAddress = z
  .url({ protocol: /^https?$/, error: "client_uri and logo_uri must be web addresses." })
  .max(500)
  .refine(isStorableText)
  .nullish();

/** The fields with which an app registers (RFC 7591, 2). Fields that are not listed here have no effect. */
export const registrationBody = z.object({
  redirect_uris: z
    .array(z.string(), "redirect_uris is required.")
    .min(1, "redirect_uris is required.")
    .max(maxUris, `redirect_uris may have at most ${maxUris} addresses.`)
    .refine((uris) => uris.every((uri) => isStorableText(uri) && isRedirectUri(uri)), {
      error:
        "Each redirect URI must use https, or http with localhost, 127.0.0.1 or [::1], have no fragment, and have at most 500 characters.",
    }),
  client_name: z
    .string("client_name must be a string.")
    .refine(isStorableText, "client_name contains characters that cannot be stored.")
    .transform(toLine)
    .refine(
      (name) => name.length <= nameCharacters,
      `client_name may have at most ${nameCharacters} characters.`,
    )
    .nullish(),
  token_endpoint_auth_method: z
    .enum(
      ["none", "client_secret_basic", "client_secret_post"],
      "token_endpoint_auth_method must be none, client_secret_basic or client_secret_post.",
    )
    .nullish(),
  grant_types: z
    .array(
      z.enum(
        ["authorization_code", "refresh_token"],
        "grant_types may be authorization_code and refresh_token.",
      ),
    )
    .refine(
      (types) => types.includes("authorization_code"),
      "grant_types must include authorization_code.",
    )
    .nullish(),
  response_types: z.array(z.literal("code", "response_types may be code.")).nullish(),
  client_uri: webAddress,
  logo_uri: webAddress,
});

/**
 * Stores an app that registers itself. Anyone may register an app under any name, so its name proves nothing. If the
 * app has a secret, only this answer contains it.
 */
export async function registerClient(
  { db, clock }: Pick<AuthDeps, "db" | "clock">,
  asked: z.output<typeof registrationBody>,
) {
  const now = clock.now();
  const id = randomUUID();
  const authMethod = asked.token_endpoint_auth_method ?? "client_secret_basic";
  const secret = authMethod === "none" ? undefined : createSecret();
  const name = asked.client_name || "An app without a name";
  const grantTypes = [
    ...new Set(asked.grant_types ?? (["authorization_code", "refresh_token"] as const)),
  ];
  await insertClient(db, {
    id,
    name,
    uri: asked.client_uri ?? null,
    logo_uri: asked.logo_uri ?? null,
    redirect_uris: asked.redirect_uris,
    auth_method: authMethod,
    secret_hash: secret === undefined ? null : secretHash("client", secret),
    grant_types: grantTypes,
    created_at: now,
  });
  return {
    client_id: id,
    client_id_issued_at: unixSeconds(now),
    ...(secret !== undefined && { client_secret: secret, client_secret_expires_at: 0 }),
    client_name: name,
    redirect_uris: asked.redirect_uris,
    token_endpoint_auth_method: authMethod,
    grant_types: grantTypes,
    response_types: ["code"],
    client_uri: asked.client_uri ?? undefined,
    logo_uri: asked.logo_uri ?? undefined,
  };
}
