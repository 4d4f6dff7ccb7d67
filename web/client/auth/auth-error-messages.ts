import { ApiError } from "../api.ts";
import { formatErrorMessage } from "../error-message.ts";
import { authCode } from "./auth-code.ts";

/** For errors of `/auth/v1` whose own messages are for programs, which compare them. Others have one for people. */
const sentences: ReadonlyMap<string, string> = new Map([
  ["bad_json", "This could not be sent. Please reload the page and try again."],
  ["request_entity_too_large", "That is too large to send."],
  ["no_authorization", "Please sign in first."],
  ["bad_jwt", "Your sign-in is not valid any more. Please sign in again."],
  ["session_not_found", "You were signed out. Please sign in again."],
  ["user_not_found", "You were signed out. Please sign in again."],
  ["user_banned", "This account is suspended."],
  ["refresh_token_not_found", "You were signed out. Please sign in again."],
  ["refresh_token_already_used", "You were signed out. Please sign in again."],
  ["session_expired", "You were signed out. Please sign in again."],
  ["insufficient_aal", "Please complete your second step first."],

  ["user_already_exists", "This address already has an account. Sign in instead."],
  ["otp_expired", "This code is wrong or has expired. Type the newest one, or request another."],

  ["email_provider_disabled", "Signing in by an emailed link is not offered here."],
  ["phone_provider_disabled", "Signing in by phone is not offered here."],
  ["provider_disabled", "Signing in through this provider is not offered here."],
  ["saml_provider_disabled", "Single sign-on is not offered here."],
  ["web3_provider_disabled", "Signing in with a wallet is not offered here."],
  ["passkey_disabled", "Signing in with a passkey is not offered here."],
  ["manual_linking_disabled", "Adding another way to sign in is not offered here."],
  ["feature_disabled", "This is not offered here."],
  ["signup_disabled", "New accounts cannot be created here."],

  ["mfa_factor_not_found", "This second step was not found. Please reload the page and try again."],
  [
    "mfa_factor_name_conflict",
    "You already have a second step with this name. Choose another name.",
  ],
  [
    "too_many_enrolled_mfa_factors",
    "You have reached the limit of second steps. Remove one first.",
  ],
  ["mfa_challenge_expired", "This took too long. Please try again with a new code."],
  ["mfa_phone_enroll_not_enabled", "A phone as a second step is not offered here."],
  ["mfa_webauthn_enroll_not_enabled", "A passkey as a second step is not offered here."],

  ["single_identity_not_deletable", "This is your only way to sign in, so you can't remove it."],
  ["identity_not_found", "This way to sign in was not found. Please reload the page."],

  ["flow_state_not_found", "This link has been used already. Please request a new one."],
  ["flow_state_expired", "This link took too long to open. Please request a new one."],
  ["bad_code_verifier", "This link only works in the browser it was requested in."],
  ["bad_oauth_state", "This sign-in was not started here or took too long. Please start again."],
  ["bad_oauth_callback", "The provider's answer is incomplete. Please start again."],

  ["captcha_failed", "The check that you are not a robot failed. Please try again."],
  ["over_email_send_rate_limit", "Too many emails were requested. Please try again later."],
]);

/** The text for an error of the auth library or of ours; `otherwise` if there is none. */
export function formatAuthError(error: unknown, otherwise: string): string {
  const sentence = error instanceof ApiError ? undefined : sentences.get(authCode(error) ?? "");
  return sentence ?? formatErrorMessage(error, otherwise);
}
