/**
 * The complete list of the errors of `/auth/v1`, with the status and message of each. The names are those that its
 * client library knows. Where the status depends on the call, the code that throws sets it. Where supabase/auth has a
 * message, this one is the same, because other clients compare it; the product's own screens replace the messages that
 * are not meant for people (`web/client/auth/auth-error-messages.ts`).
 */
const authErrors = {
  bad_json: [400, "Could not parse request body as JSON"],
  validation_failed: [400, "Something in the request is not valid."],
  request_entity_too_large: [413, "Request body too large"],
  not_found: [404, "There is nothing at this address."],
  method_not_allowed: [405, "That is not possible at this address."],

  invalid_credentials: [400, "Invalid login credentials"],
  email_not_confirmed: [400, "Email not confirmed"],
  user_already_exists: [422, "User already registered"],
  email_exists: [422, "A user with this email address has already been registered"],
  weak_password: [422, "Password should be at least 6 characters."],
  same_password: [422, "New password should be different from the old password."],
  current_password_invalid: [400, "Your current password is not correct."],
  current_password_required: [400, "Please enter your current password."],
  reauthentication_needed: [400, "Password update requires reauthentication"],
  reauthentication_not_valid: [422, "Nonce has expired or is invalid"],
  conflict: [409, "Your account was changed at the same time. Please try again."],

  email_provider_disabled: [422, "Email logins are disabled"],
  signup_disabled: [422, "Signups not allowed for this instance"],
  phone_provider_disabled: [422, "Phone logins are disabled"],
  anonymous_provider_disabled: [422, "Anonymous sign-ins are disabled"],
  provider_disabled: [400, "Provider is not enabled"],
  saml_provider_disabled: [404, "SAML 2.0 is disabled"],
  web3_provider_disabled: [422, "Web3 provider is disabled"],
  passkey_disabled: [404, "Passkeys are disabled"],
  passkey_not_found: [404, "This passkey was not found."],
  too_many_passkeys: [422, "You have reached the limit of passkeys. Remove one first."],
  webauthn_challenge_not_found: [400, "This was used already. Please try again."],
  webauthn_challenge_expired: [400, "This took too long. Please try again."],
  webauthn_credential_not_found: [
    400,
    "This passkey does not belong to an account here. Sign in another way, then add it in Settings.",
  ],
  webauthn_credential_exists: [422, "This passkey has already been added."],
  webauthn_verification_failed: [400, "Your passkey was not accepted. Please try again."],
  feature_disabled: [404, "This is not offered here."],

  no_authorization: [401, "This endpoint requires a valid Bearer token"],
  bad_jwt: [403, "invalid JWT: unable to parse or verify signature"],
  not_admin: [403, "User not allowed"],
  session_not_found: [403, "Session from session_id claim in JWT does not exist"],
  user_not_found: [403, "User from sub claim in JWT does not exist"],
  user_banned: [403, "User is banned"],

  refresh_token_not_found: [400, "Invalid Refresh Token: Refresh Token Not Found"],
  refresh_token_already_used: [400, "Invalid Refresh Token: Already Used"],
  session_expired: [400, "Invalid Refresh Token: Session Expired"],

  insufficient_aal: [403, "AAL2 session is required"],
  mfa_factor_not_found: [404, "Factor not found"],
  mfa_factor_name_conflict: [422, "A factor with the friendly name for this user already exists"],
  too_many_enrolled_mfa_factors: [
    422,
    "Maximum number of verified factors reached, unenroll to continue",
  ],
  mfa_verification_failed: [422, "Invalid TOTP code entered"],
  mfa_challenge_expired: [
    422,
    "MFA challenge has expired, verify against another challenge or create a new challenge.",
  ],
  mfa_verified_factor_exists: [
    422,
    "You already have recovery codes. Make new ones to replace them.",
  ],
  mfa_recovery_codes_sole_factor: [
    422,
    "Recovery codes stand in for a second step. Add a second step first.",
  ],
  mfa_recovery_codes_locked: [429, "Too many wrong codes were typed. Please try again later."],
  mfa_phone_verify_not_enabled: [422, "Codes cannot be sent to phones at the moment."],
  mfa_phone_enroll_not_enabled: [422, "MFA enroll is disabled for Phone"],
  mfa_webauthn_enroll_not_enabled: [422, "MFA enroll is disabled for WebAuthn"],
  mfa_webauthn_verify_not_enabled: [422, "MFA verification is disabled for WebAuthn"],

  single_identity_not_deletable: [422, "User must have at least 1 identity after unlinking"],
  identity_not_found: [422, "Identity doesn't exist"],

  otp_expired: [403, "Token has expired or is invalid"],
  flow_state_not_found: [404, "invalid flow state, no valid flow state found"],
  flow_state_expired: [422, "invalid flow state, flow state has expired"],
  bad_code_verifier: [400, "code challenge does not match previously saved code verifier"],
  bad_oauth_state: [400, "OAuth callback with invalid state"],
  bad_oauth_callback: [400, "OAuth state parameter missing"],

  insufficient_scope: [403, "This app has not been allowed to do that."],
  oauth_consent_not_found: [404, "This app is not connected."],
  provider_unavailable: [422, "The provider cannot be reached right now. Please try again later."],
  provider_email_needs_verification: [422, "Unverified email with the provider."],
  manual_linking_disabled: [404, "Manual linking is disabled"],
  identity_already_exists: [422, "Identity is already linked"],

  oauth_authorization_not_found: [404, "This authorization request was not found."],
  oauth_client_not_found: [400, "This app is not known here."],
  oauth_dynamic_client_registration_disabled: [403, "Apps cannot be registered here."],

  captcha_failed: [400, "captcha protection: request disallowed"],
  over_request_rate_limit: [429, "Request rate limit reached"],
  over_email_send_rate_limit: [429, "email rate limit exceeded"],
  over_sms_send_rate_limit: [429, "Too many texts were requested. Please try again later."],
  service_unavailable: [503, "The service is not available right now. Please try again."],
  unexpected_failure: [500, "Something went wrong on our side. Please try again."],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type AuthErrorCode = keyof typeof authErrors;

/** A refusal by `/auth/v1`, or by code that checks a session. */
export class AuthError extends Error {
  readonly code: AuthErrorCode;
  readonly status: number;
  readonly retry_after_seconds: number | undefined;
  /** Why a password is weak, in the words of the client library. */
  readonly weakness: "length" | "pwned";

  constructor(
    code: AuthErrorCode,
    options: {
      message?: string;
      status?: number;
      retry_after_seconds?: number;
      weakness?: "length" | "pwned";
      cause?: unknown;
    } = {},
  ) {
    const [status, message] = authErrors[code];
    super(options.message ?? message, { cause: options.cause });
    this.name = "AuthError";
    this.code = code;
    this.status = options.status ?? status;
    this.retry_after_seconds = options.retry_after_seconds;
    this.weakness = options.weakness ?? "length";
  }
}
