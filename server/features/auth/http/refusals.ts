import { AuthError, type AuthErrorCode } from "#server/access/auth-error.ts";

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

/** @throws AuthError: signing in by a provider begins with one that is configured, and none is */
export function refuseProvider(provider: string | undefined): never {
  throw new AuthError("validation_failed", {
    message: `Unsupported provider: ${provider ? "provider is not enabled" : "none was named"}`,
  });
}

const knownProviders = new Set(["google", "github", "apple", "azure", "facebook", "keycloak"]);

/** @throws AuthError: which of the reasons why no provider's token signs anyone in here */
export function refuseIdToken(input: {
  provider: string | undefined;
  id_token: string | undefined;
}): never {
  if (!input.id_token) {
    throw new AuthError("validation_failed", { message: "id_token is required." });
  }
  if (!input.provider || !knownProviders.has(input.provider)) refuseProvider(input.provider);
  throw new AuthError("provider_disabled");
}

/** @throws AuthError: no one was sent to a provider, so no one comes back from one */
export function refuseCallback(state: string | undefined): never {
  throw new AuthError(state ? "bad_oauth_state" : "bad_oauth_callback");
}
