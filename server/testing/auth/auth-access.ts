import { randomUUID } from "node:crypto";
import type { AppScope } from "#contract/auth/scopes.ts";
import type { TestCaller } from "./auth-callers.ts";

/* Who may do what: every call of `/auth/v1`, with the response that each kind of caller gets. */

/** A response: its status and, if it is an error, its code. */
export type Answer = `${number}` | `${number} ${string}`;

export type Call = {
  query?: string;
  /** The value of `:id` in the path. */
  id?: (owner: TestCaller) => string;
  body?: object;
};

/** A call that needs no sign-in: everyone gets the same response, and an invalid token changes nothing. */
export type OpenRow = Call & { anyone: Answer };

/** A call that needs a session: no token, a wrong token and one whose session is gone are always refused alike. */
export type SignedInRow = Call & {
  /** The response to a token of an account without a second step. */
  aal1: Answer;
  /** The response to a token of an account whose second step this session has not passed. */
  lacking: Answer;
  aal2: Answer;
  /** The response to somebody else's `:id`. */
  foreign?: Answer;
  /** The scope with which an app gets the same response as its owner. Without this, the call is refused to all apps. */
  scope?: AppScope;
};

export const openRows: Record<string, OpenRow> = {
  "GET /health": { anyone: "200" },
  "GET /settings": { anyone: "200" },
  "GET /.well-known/jwks.json": { anyone: "200" },
  "POST /signup": { body: { email: "" }, anyone: "422 anonymous_provider_disabled" },
  "POST /token": { query: "?grant_type=none", anyone: "400 validation_failed" },
  "POST /recover": { body: { email: "nobody@paraline.example" }, anyone: "200" },
  "POST /resend": { body: { type: "signup", email: "nobody@paraline.example" }, anyone: "200" },
  "GET /verify": { query: "?type=recovery&token=unknown", anyone: "200" },
  "POST /verify": { body: { type: "recovery", token_hash: "unknown" }, anyone: "403 otp_expired" },
  "GET /authorize": { query: "?provider=google", anyone: "400 validation_failed" },
  "GET /callback": { query: "?state=unknown", anyone: "400 bad_oauth_state" },
  "POST /callback": { query: "?state=unknown", anyone: "400 bad_oauth_state" },
  "POST /oauth/token": { anyone: "400" },
  "POST /otp": { body: { email: "nobody@paraline.example" }, anyone: "200" },
  "POST /sso": { anyone: "404 saml_provider_disabled" },
  "POST /passkeys/authentication/options": { body: {}, anyone: "200" },
  "POST /passkeys/authentication/verify": {
    body: { challenge_id: randomUUID(), credential: { id: "unknown" } },
    anyone: "400 webauthn_challenge_not_found",
  },
  "GET /oauth/authorize": { anyone: "400 oauth_client_not_found" },
  "POST /oauth/clients/register": { body: { redirect_uris: [] }, anyone: "400 validation_failed" },
  "POST /oauth/revoke": { anyone: "400" },
  "GET /.well-known/oauth-authorization-server": { anyone: "200" },
  "GET /.well-known/openid-configuration": { anyone: "200" },
  "OPTIONS /.well-known/jwks.json": { anyone: "204" },
  "OPTIONS /.well-known/oauth-authorization-server": { anyone: "204" },
  "OPTIONS /.well-known/openid-configuration": { anyone: "204" },
  "OPTIONS /oauth/clients/register": { anyone: "204" },
  "OPTIONS /oauth/token": { anyone: "204" },
  "OPTIONS /oauth/userinfo": { anyone: "204" },
};

/** The same response with and without the second step, and one for a session that lacks it. */
const answered = (answer: Answer, lacking: Answer = "403 insufficient_aal") => ({
  aal1: answer,
  lacking,
  aal2: answer,
});

const notOffered = (code: string, status = 404) =>
  answered(`${status} ${code}`, `${status} ${code}`);

const unknownPasskey = randomUUID();

/** An app's request that no one made. */
const unknownRequest = answered("404 oauth_authorization_not_found");

export const signedInRows: Record<string, SignedInRow> = {
  "GET /user": answered("200", "200"),
  "PUT /user": { body: { data: {} }, ...answered("200", "401 insufficient_aal") },
  "POST /logout": { query: "?scope=others", ...answered("204", "422 insufficient_aal") },
  "GET /user/identities/authorize": {
    query: "?provider=google",
    ...answered("400 validation_failed", "400 validation_failed"),
  },
  "DELETE /user/identities/:id": {
    id: ({ identity_id }) => identity_id,
    ...answered("422 single_identity_not_deletable"),
    foreign: "422 identity_not_found",
  },
  "POST /factors": { body: { factor_type: "totp", friendly_name: "new" }, ...answered("200") },
  "POST /factors/:id/challenge": {
    id: ({ factor_id }) => factor_id,
    body: {},
    ...answered("200", "200"),
    foreign: "404 mfa_factor_not_found",
  },
  "POST /factors/:id/verify": {
    id: ({ factor_id }) => factor_id,
    body: { challenge_id: randomUUID(), code: "123456" },
    ...answered("422 mfa_factor_not_found", "422 mfa_factor_not_found"),
    foreign: "404 mfa_factor_not_found",
  },
  "DELETE /factors/:id": {
    id: ({ factor_id }) => factor_id,
    ...answered("200", "422 insufficient_aal"),
    foreign: "404 mfa_factor_not_found",
  },
  "GET /reauthenticate": answered("200"),
  "POST /user/identities/authorize": {
    query: "?provider=google",
    body: {},
    ...answered("400 validation_failed", "400 validation_failed"),
  },
  "GET /passkeys": answered("200"),
  "POST /passkeys/registration/options": { body: {}, ...answered("200") },
  "POST /passkeys/registration/verify": {
    body: { challenge_id: randomUUID(), credential: { id: "unknown" } },
    ...answered("400 webauthn_challenge_not_found"),
  },
  "PATCH /passkeys/:id": {
    id: () => unknownPasskey,
    body: { friendly_name: "new" },
    ...answered("404 passkey_not_found"),
  },
  "DELETE /passkeys/:id": { id: () => unknownPasskey, ...answered("404 passkey_not_found") },
  "GET /factors/recovery-codes": notOffered("mfa_factor_not_found"),
  "POST /factors/recovery-codes": {
    body: {},
    aal1: "422 mfa_recovery_codes_sole_factor",
    lacking: "403 insufficient_aal",
    aal2: "200",
  },
  "DELETE /factors/recovery-codes": answered("404 mfa_factor_not_found"),
  "POST /factors/recovery-codes/verify": {
    body: { code: "wrong" },
    ...notOffered("mfa_factor_not_found"),
  },
  "POST /factors/recovery-codes/regenerate": { body: {}, ...answered("404 mfa_factor_not_found") },
  "GET /admin/*": notOffered("not_admin", 403),
  "POST /admin/*": { body: {}, ...notOffered("not_admin", 403) },
  "PUT /admin/*": { body: {}, ...notOffered("not_admin", 403) },
  "DELETE /admin/*": notOffered("not_admin", 403),
  "POST /invite": { body: {}, ...notOffered("not_admin", 403) },
  "GET /user/oauth/grants": answered("200"),
  "DELETE /user/oauth/grants": {
    query: `?client_id=${randomUUID()}`,
    ...answered("404 oauth_consent_not_found"),
  },
  "GET /oauth/userinfo": {
    ...answered("200"),
    scope: "openid",
  },
  "GET /oauth/authorizations/:id": { id: () => "x".repeat(43), ...unknownRequest },
  "POST /oauth/authorizations/:id/consent": {
    id: () => "x".repeat(43),
    body: { action: "deny" },
    ...unknownRequest,
  },
};
