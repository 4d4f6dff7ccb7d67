import type { AuthConfig, AuthDeps } from "./auth-deps.ts";
import { findRelyingParty } from "./webauthn/ceremonies.ts";

/** The settings that a sign-in form needs, in the format that users of the client library expect. */
export function authSettings(
  {
    authConfirmEmail,
    authSignUp,
    authCaptcha,
    authManualLinking,
    signInProviders,
    publicUrl,
  }: AuthConfig,
  texts: AuthDeps["texts"],
) {
  const offered = new Set(signInProviders.map(({ id }) => id));
  return {
    external: {
      email: true,
      phone: false,
      google: offered.has("google"),
      github: offered.has("github"),
      apple: offered.has("apple"),
      azure: offered.has("azure"),
      "custom:oidc": offered.has("custom:oidc"),
      anonymous_users: false,
    },
    disable_signup: authSignUp === "off",
    mailer_autoconfirm: !authConfirmEmail,
    phone_autoconfirm: false,
    // If a provider is named, phones are offered as second steps.
    sms_provider: texts?.name ?? "",
    saml_enabled: false,
    passkeys_enabled: findRelyingParty({ publicUrl }) !== undefined,
    captcha: authCaptcha ? { provider: authCaptcha.provider, site_key: authCaptcha.siteKey } : null,
    /** The providers in the order in which they are offered, with the names by which people know them. */
    providers: signInProviders.map(({ id, name }) => ({ id, name })),
    manual_linking: authManualLinking,
  };
}

/** The name and version of this server. The version is that of the dialect. */
export const authHealth = {
  name: "Paraline auth",
  version: "1.0.0",
  description: "Accounts and sessions of Paraline, in the dialect of @supabase/auth-js",
};
