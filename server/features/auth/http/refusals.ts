import type { AuthErrorCode } from "#server/access/auth-error.ts";

/** The errors for features of the client library that this server does not offer. */
export const refusals: readonly {
  method: "GET" | "POST" | "DELETE";
  path: string;
  /** Whether only someone signed in learns that. */
  bearer?: true;
  code: AuthErrorCode;
}[] = [{ method: "POST", path: "/sso", code: "saml_provider_disabled" }];
