import { limits } from "#contract/limits.ts";

/**
 * The closed list of the errors of `/auth/v1`: status and message of each. The names are those its client
 * library knows. Where the status depends on the call, the thrower sets it.
 */
const authErrors = {
  bad_json: [400, "The request body is not a JSON object."],
  validation_failed: [400, "Something in the request is not valid."],
  request_entity_too_large: [413, "That is too large to send."],
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
  reauthentication_needed: [
    400,
    `You can set a password only within ${limits.freshSignInMinutes} minutes of signing in. Please sign in again.`,
  ],
  conflict: [409, "Your account was changed at the same time. Please try again."],

  email_provider_disabled: [422, "Signing in by an emailed link is not offered here."],
  phone_provider_disabled: [422, "Signing in by phone is not offered here."],
  anonymous_provider_disabled: [422, "Anonymous sign-ins are disabled"],
  provider_disabled: [400, "Signing in through this provider is not offered here."],
  saml_provider_disabled: [404, "Single sign-on is not offered here."],
  web3_provider_disabled: [422, "Signing in with a wallet is not offered here."],
  passkey_disabled: [404, "Passkeys are disabled"],
  passkey_not_found: [404, "This passkey was not found."],
  too_many_passkeys: [422, "You have reached the limit of passkeys. Remove one first."],
  webauthn_challenge_not_found: [400, "This was used already. Please try again."],
  webauthn_challenge_expired: [400, "This took too long. Please try again."],
  webauthn_credential_not_found: [
    400,
    "This passkey belongs to no account here. Sign in another way, then add it in Settings.",
  ],
  webauthn_credential_exists: [422, "This passkey was added already."],
  webauthn_verification_failed: [400, "Your passkey was not accepted. Please try again."],
  feature_disabled: [404, "This is not offered here."],

  no_authorization: [401, "Please sign in first."],
  bad_jwt: [403, "Your sign-in is not valid any more. Please sign in again."],
  session_not_found: [403, "You were signed out. Please sign in again."],
  user_banned: [403, "This account is suspended."],

  refresh_token_not_found: [400, "Invalid Refresh Token: Refresh Token Not Found"],
  refresh_token_already_used: [400, "Invalid Refresh Token: Already Used"],
  session_expired: [400, "Invalid Refresh Token: Session Expired"],

  insufficient_aal: [403, "Please complete your second step first."],
  mfa_factor_not_found: [404, "This second step was not found."],
  mfa_factor_name_conflict: [422, "You already have a second step with this name."],
  too_many_enrolled_mfa_factors: [
    422,
    "You have reached the limit of second steps. Remove one first.",
  ],
  mfa_verification_failed: [422, "Invalid TOTP code entered"],
  mfa_challenge_expired: [422, "This took too long. Please try again."],
  mfa_verified_factor_exists: [
    422,
    "You already have recovery codes. Make new ones to replace them.",
  ],
  mfa_recovery_codes_sole_factor: [
    422,
    "Recovery codes need a second step that they stand in for. Add one first.",
  ],
  mfa_recovery_codes_locked: [429, "Too many wrong codes were typed. Please try again later."],
  mfa_phone_verify_not_enabled: [422, "Codes cannot be sent to phones at the moment."],
  mfa_phone_enroll_not_enabled: [422, "A phone as a second step is not offered here."],
  mfa_webauthn_enroll_not_enabled: [
    422,
    "A security key as a second step is not offered at this address.",
  ],
  mfa_webauthn_verify_not_enabled: [
    422,
    "Security keys cannot be used at this address. Please use another second step.",
  ],

  single_identity_not_deletable: [422, "This is your only way to sign in, so you can't remove it."],
  identity_not_found: [422, "This way to sign in was not found."],

  otp_expired: [403, "Token has expired or is invalid"],
  flow_state_not_found: [404, "This link has been used already. Please request a new one."],
  flow_state_expired: [422, "This link took too long to open. Please request a new one."],
  bad_code_verifier: [400, "This link was requested in another browser."],
  bad_oauth_state: [400, "This sign-in was not started here or took too long. Please start again."],
  bad_oauth_callback: [400, "The provider's answer is incomplete."],

  oauth_authorization_not_found: [404, "This authorization request was not found."],
  oauth_client_not_found: [400, "This app is not known here."],
  oauth_dynamic_client_registration_disabled: [403, "Apps cannot be registered here."],

  over_request_rate_limit: [429, "Request rate limit reached"],
  over_email_send_rate_limit: [429, "Too many emails were requested. Please try again later."],
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

  constructor(
    code: AuthErrorCode,
    options: {
      message?: string;
      status?: number;
      retry_after_seconds?: number;
      cause?: unknown;
    } = {},
  ) {
    const [status, message] = authErrors[code];
    super(options.message ?? message, { cause: options.cause });
    this.name = "AuthError";
    this.code = code;
    this.status = options.status ?? status;
    this.retry_after_seconds = options.retry_after_seconds;
  }
}
