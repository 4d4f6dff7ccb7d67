import type { AuthConfig, AuthDeps } from "./auth-deps.ts";
import { findRelyingParty } from "./webauthn/relying-party.ts";

/** What a sign-in form needs to know; in the shape that the client library's users expect. */
export function authSettings(
  { authConfirmEmail, publicUrl }: AuthConfig,
  texts: AuthDeps["texts"],
) {
  return {
    external: {
      email: true,
      phone: false,
      google: false,
      github: false,
      apple: false,
      azure: false,
      anonymous_users: false,
    },
    disable_signup: false,
    mailer_autoconfirm: !authConfirmEmail,
    phone_autoconfirm: false,
    // Phones are offered as second steps where it is named.
    sms_provider: texts?.name ?? "",
    saml_enabled: false,
    passkeys_enabled: findRelyingParty({ publicUrl }) !== undefined,
    captcha: null,
  };
}

/** Who answers here; the version is that of the dialect. */
export const authHealth = {
  name: "Paraline auth",
  version: "1.0.0",
  description: "Accounts and sessions of Paraline, in the dialect of @supabase/auth-js",
};
