import type { AuthErrorCode } from "#server/access/auth-error.ts";

/** The errors for features of the client library that this server does not offer. */
export const refusals: readonly {
  method: "GET" | "POST" | "DELETE";
  path: string;
  /** Whether only someone signed in learns that. */
  bearer?: true;
  code: AuthErrorCode;
}[] = [
  { method: "POST", path: "/otp", code: "email_provider_disabled" },
  { method: "POST", path: "/sso", code: "saml_provider_disabled" },
  { method: "GET", path: "/reauthenticate", bearer: true, code: "feature_disabled" },

  { method: "GET", path: "/passkeys", code: "passkey_disabled" },
  { method: "POST", path: "/passkeys/:rest{.+}", code: "passkey_disabled" },
  { method: "DELETE", path: "/passkeys/:rest{.+}", code: "passkey_disabled" },

  { method: "GET", path: "/oauth/authorize", code: "oauth_client_not_found" },
  {
    method: "GET",
    path: "/oauth/authorizations/:id",
    bearer: true,
    code: "oauth_authorization_not_found",
  },
  {
    method: "POST",
    path: "/oauth/authorizations/:id/consent",
    bearer: true,
    code: "oauth_authorization_not_found",
  },
  {
    method: "POST",
    path: "/oauth/clients/register",
    code: "oauth_dynamic_client_registration_disabled",
  },
];
