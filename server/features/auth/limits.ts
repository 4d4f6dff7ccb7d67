import { AuthError } from "#server/access/auth-error.ts";
import { addressKey, type Limiter, type LimitRule } from "#server/http/limits.ts";

const minutes = 60;
const days = 24 * 60 * minutes;

/**
 * How often each thing may be requested. Names say what they count by: an address, an account, a session, a
 * mail's target.
 */
export const authLimitRules = {
  auth_sign_up_by_address: { points: 30, seconds: 5 * minutes },
  auth_password_by_address: { points: 30, seconds: 5 * minutes },
  /**
   * Per email address, with or without an account: all networks the account was never signed in from count
   * together, each other network separately; a success resets its count.
   */
  auth_password_failures: { points: 10, seconds: 15 * minutes },
  /** The attempts that remain once those are used up. */
  auth_password_retry: { points: 1, seconds: 30 },
  /** Failed sign-ins that the audit log keeps, of one email address. */
  auth_failures_noted: { points: 100, seconds: 1 * days },
  /** Captcha tokens, each of which is checked with the captcha's provider. */
  auth_captcha_by_address: { points: 60, seconds: 5 * minutes },
  auth_refresh_by_address: { points: 60, seconds: 5 * minutes },
  auth_refresh_by_session: { points: 60, seconds: 5 * minutes },
  auth_recover_by_address: { points: 30, seconds: 5 * minutes },
  auth_resend_by_address: { points: 30, seconds: 5 * minutes },
  auth_otp_by_address: { points: 30, seconds: 5 * minutes },
  auth_mail_spacing: { points: 1, seconds: 1 * minutes },
  auth_mails_an_hour: { points: 5, seconds: 60 * minutes },
  auth_mails_a_day: { points: 10, seconds: 1 * days },
  /** Mailed codes for a new password: less than the account may have, so that one session does not use all of it up. */
  auth_code_mails_by_session: { points: 3, seconds: 1 * days },
  auth_verify_by_address: { points: 30, seconds: 5 * minutes },
  /**
   * Mailed codes typed for one email address, with or without an account: all networks the account was never signed in
   * from count together, each other network separately. A right one resets the count of such a network, and is not
   * counted for the rest.
   */
  auth_codes_by_target: { points: 10, seconds: 1 * days },
  /** Those from all networks that the account was signed in from together: thrice what each of them may type. */
  auth_codes_at_known_networks: { points: 30, seconds: 1 * days },
  /** Every visit to the sign-in page asks for one, for the browser's suggestions. */
  auth_passkey_options_by_address: { points: 120, seconds: 5 * minutes },
  auth_passkey_by_address: { points: 30, seconds: 5 * minutes },
  auth_pkce_by_address: { points: 30, seconds: 5 * minutes },
  auth_authorize_by_address: { points: 30, seconds: 5 * minutes },
  auth_callback_by_address: { points: 30, seconds: 5 * minutes },
  auth_id_token_by_address: { points: 30, seconds: 5 * minutes },
  auth_user_update_by_address: { points: 60, seconds: 5 * minutes },
  auth_password_checks_by_session: { points: 10, seconds: 15 * minutes },
  /**
   * Signing out elsewhere, and adding or removing sign-in methods: by session, so that a thief's calls do not use up
   * the owner's.
   */
  auth_changes_by_session: { points: 60, seconds: 10 * minutes },
  /** Texts with codes: by account, and how its session began. */
  auth_text_spacing: { points: 1, seconds: 1 * minutes },
  auth_texts_an_hour: { points: 5, seconds: 60 * minutes },
  auth_texts_a_day: { points: 10, seconds: 1 * days },
  /** Those to numbers that nobody has verified yet, which may be a stranger's: from all accounts together. */
  auth_texts_to_number: { points: 4, seconds: 1 * days },
  auth_texts_by_address: { points: 20, seconds: 1 * days },
  /** Those to verified numbers, from all accounts together: thrice what a session's kind may ask for. */
  auth_texts_to_verified_number: { points: 30, seconds: 1 * days },
  auth_oauth_register_by_address: { points: 10, seconds: 5 * minutes },
  auth_oauth_authorize_by_address: { points: 60, seconds: 5 * minutes },
  /** Refused calls for tokens. Those that succeed are not counted: many people's apps may share one address. */
  auth_oauth_failures_by_address: { points: 60, seconds: 5 * minutes },
  auth_oauth_revoke_by_address: { points: 60, seconds: 5 * minutes },
  auth_oauth_reads_by_session: { points: 60, seconds: 1 * minutes, store: "memory" },
  auth_factor_by_user: { points: 15, seconds: 1 * minutes },
} as const satisfies Record<string, LimitRule>;

export type AuthLimiter = Limiter<keyof typeof authLimitRules>;
type AuthLimitName = keyof typeof authLimitRules;

/**
 * @param about what there were too many of, as a sentence, where people meet this limit
 * @throws AuthError over_request_rate_limit
 */
export async function requireAuthRequestAllowed(
  limiter: AuthLimiter,
  name: AuthLimitName,
  key: string,
  about?: string,
): Promise<void> {
  const { allowed, retry_after_seconds } = await limiter.consume(name, key);
  if (!allowed) throw rateLimited(retry_after_seconds, about);
}

/** The refusal of a limit; with `about`, a sentence for people, it also says how long to wait. */
export function rateLimited(retryAfterSeconds: number, about?: string): AuthError {
  const message = about && `${about} Please try again in ${waitingTime(retryAfterSeconds)}.`;
  return new AuthError("over_request_rate_limit", {
    retry_after_seconds: retryAfterSeconds,
    message,
  });
}

/** The refusal of one more text message. */
export function smsRateLimited(retryAfterSeconds: number): AuthError {
  return new AuthError("over_sms_send_rate_limit", {
    retry_after_seconds: retryAfterSeconds,
    message: `Too many texts were requested. Please try again in ${waitingTime(retryAfterSeconds)}.`,
  });
}

/** Rounded up, so that the time is over when it seems to be. */
function waitingTime(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 1) return "a minute";
  return minutes <= 60 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/**
 * Counts a call that ends other sessions or changes second steps. Signing out of the session itself is not counted: the
 * client library has forgotten it before it asks, so a refusal would leave it open on the server.
 * @throws AuthError over_request_rate_limit; the client library keeps its session then
 */
export function requireChangeAllowed(
  limiter: AuthLimiter,
  { user_id, session_id }: { user_id: string; session_id: string },
): Promise<void> {
  const key = `${user_id} ${session_id}`;
  return requireAuthRequestAllowed(
    limiter,
    "auth_changes_by_session",
    key,
    "Too many changes were requested.",
  );
}

/** {@link requireAuthRequestAllowed}, counted by where a call comes from. @throws AuthError over_request_rate_limit */
export function requireAllowedFrom(
  limiter: AuthLimiter,
  name: AuthLimitName,
  caller: { address: string },
): Promise<void> {
  return requireAuthRequestAllowed(limiter, name, addressKey(caller.address));
}

/** Whether one more mail of this kind may go to this target: one a minute, five an hour. */
export async function isMailAllowed(limiter: AuthLimiter, target: string): Promise<boolean> {
  const spacing = await limiter.consume("auth_mail_spacing", target);
  if (!spacing.allowed) return false;
  const hourly = await limiter.consume("auth_mails_an_hour", target);
  return hourly.allowed;
}

/**
 * Counts a mailed code for a new password: one a minute and three a day for the session, five an hour and ten a day for
 * the account.
 * @param unprovenAddress the account's, as the counters store it, while it may be a stranger's: the same is counted for
 *   it, because the account can be deleted and made again
 * @returns the first refusal, if there is one
 */
export async function countReauthenticationMail(
  limiter: AuthLimiter,
  {
    user_id,
    session_id,
    unprovenAddress,
  }: { user_id: string; session_id: string; unprovenAddress: string | undefined },
): Promise<{ allowed: boolean; retry_after_seconds: number }> {
  const session = `code ${user_id} ${session_id}`;
  const keys = [user_id, ...(unprovenAddress === undefined ? [] : [unprovenAddress])];
  return countAll(limiter, [
    ["auth_mail_spacing", session],
    ["auth_code_mails_by_session", session],
    ...keys.flatMap((key) => [
      ["auth_mails_an_hour", `code ${key}`] as const,
      ["auth_mails_a_day", `code ${key}`] as const,
    ]),
  ]);
}

/**
 * Counts the mails of a change of address, by the account and by the address it is to become, each five times
 * an hour and ten times a day, so that a stranger's mailbox cannot be filled. Mails that anyone may ask for are
 * counted under other keys, so that they cannot use up what the account may ask for itself. Where others have used up
 * what may go to the address, the refusal costs the account nothing.
 * @returns the first refusal, if there is one
 */
export async function countChangeMails(
  limiter: AuthLimiter,
  { account, target }: { account: string; target: string },
): Promise<{ allowed: boolean; retry_after_seconds: number }> {
  const keys = [`email change of ${account}`, `email change to ${target}`];
  return countAll(
    limiter,
    keys.flatMap((key) => [
      ["auth_mails_an_hour", key] as const,
      ["auth_mails_a_day", key] as const,
    ]),
  );
}

/**
 * Counts one thing by several rules. Where one refuses, what was counted by those before it is given back.
 * @returns the first refusal, if there is one
 */
export async function countAll(
  limiter: AuthLimiter,
  counts: readonly (readonly [name: AuthLimitName, key: string])[],
): Promise<{ allowed: boolean; retry_after_seconds: number }> {
  for (const [index, [name, key]] of counts.entries()) {
    const verdict = await limiter.consume(name, key);
    if (verdict.allowed) continue;
    for (const counted of counts.slice(0, index)) await limiter.giveBack(...counted);
    return verdict;
  }
  return { allowed: true, retry_after_seconds: 0 };
}
