import { daySeconds, hourSeconds, minuteSeconds } from "#contract/values/durations.ts";
import { AuthError } from "#server/access/auth-error.ts";
import { addressKey, type Limiter, type LimitRule } from "#server/http/rate-limits.ts";

/**
 * How often each thing may be requested. The name of a rule says by what it counts: an address, an account, a session,
 * or a mail's target.
 */
export const authLimitRules = {
  auth_sign_up_by_address: { points: 30, seconds: 5 * minuteSeconds },
  auth_password_by_address: { points: 30, seconds: 5 * minuteSeconds },
  /**
   * Failed sign-ins for one email address, with or without an account. All networks from which the account was never
   * signed in to are counted together, each other network separately. A success resets the count.
   */
  auth_password_failures: { points: 10, seconds: 15 * minuteSeconds },
  /** The attempts that remain once `auth_password_failures` is used up. */
  auth_password_retry: { points: 1, seconds: 30 },
  /** Failed sign-ins for one email address that the audit log keeps. */
  auth_failures_noted: { points: 100, seconds: daySeconds },
  /** Captcha tokens, each of which is checked with the captcha's provider. */
  auth_captcha_by_address: { points: 60, seconds: 5 * minuteSeconds },
  auth_refresh_by_address: { points: 60, seconds: 5 * minuteSeconds },
  auth_refresh_by_session: { points: 60, seconds: 5 * minuteSeconds },
  auth_recover_by_address: { points: 30, seconds: 5 * minuteSeconds },
  auth_resend_by_address: { points: 30, seconds: 5 * minuteSeconds },
  auth_otp_by_address: { points: 30, seconds: 5 * minuteSeconds },
  auth_mail_spacing: { points: 1, seconds: minuteSeconds },
  auth_mails_an_hour: { points: 5, seconds: hourSeconds },
  auth_mails_a_day: { points: 10, seconds: daySeconds },
  /**
   * Emailed codes for a new password. A session may ask for fewer than its account, so that it cannot use up all of
   * them.
   */
  auth_code_mails_by_session: { points: 3, seconds: daySeconds },
  auth_verify_by_address: { points: 30, seconds: 5 * minuteSeconds },
  /**
   * Emailed codes that are typed for one email address, with or without an account. All networks from which the account
   * was never signed in to are counted together, each other network separately. A right code resets the count of its
   * network if that is counted separately; if not, the right code is not counted.
   */
  auth_codes_by_target: { points: 10, seconds: daySeconds },
  /**
   * Emailed codes that are typed in all networks from which the account was signed in to, together: three times the
   * limit of each.
   */
  auth_codes_at_known_networks: { points: 30, seconds: daySeconds },
  /** Challenges for passkeys: every visit to the sign-in page asks for one, for the browser's suggestions. */
  auth_passkey_options_by_address: { points: 120, seconds: 5 * minuteSeconds },
  auth_passkey_by_address: { points: 30, seconds: 5 * minuteSeconds },
  auth_pkce_by_address: { points: 30, seconds: 5 * minuteSeconds },
  auth_authorize_by_address: { points: 30, seconds: 5 * minuteSeconds },
  auth_callback_by_address: { points: 30, seconds: 5 * minuteSeconds },
  auth_id_token_by_address: { points: 30, seconds: 5 * minuteSeconds },
  auth_user_update_by_address: { points: 60, seconds: 5 * minuteSeconds },
  auth_password_checks_by_session: { points: 10, seconds: 15 * minuteSeconds },
  /**
   * Signing out elsewhere, and adding or removing sign-in methods. Counted by session, so that a thief does not use up
   * the owner's limit.
   */
  auth_changes_by_session: { points: 60, seconds: 10 * minuteSeconds },
  /** Texts with codes, counted by account and by how the session began. */
  auth_text_spacing: { points: 1, seconds: minuteSeconds },
  auth_texts_an_hour: { points: 5, seconds: hourSeconds },
  auth_texts_a_day: { points: 10, seconds: daySeconds },
  /** Texts to one number that is being added, which may be a stranger's, from all accounts together. */
  auth_texts_to_number: { points: 4, seconds: daySeconds },
  auth_texts_by_address: { points: 20, seconds: daySeconds },
  /**
   * Texts to one verified number, from all accounts together: three times what the sessions of one kind may ask for.
   */
  auth_texts_to_verified_number: { points: 30, seconds: daySeconds },
  auth_oauth_register_by_address: { points: 10, seconds: 5 * minuteSeconds },
  auth_oauth_authorize_by_address: { points: 60, seconds: 5 * minuteSeconds },
  /**
   * Refused calls for tokens. Successful calls are not counted, because the apps of many people may share one address.
   */
  auth_oauth_failures_by_address: { points: 60, seconds: 5 * minuteSeconds },
  auth_oauth_revoke_by_address: { points: 60, seconds: 5 * minuteSeconds },
  auth_oauth_reads_by_session: { points: 60, seconds: minuteSeconds, store: "memory" },
  auth_factor_by_user: { points: 15, seconds: minuteSeconds },
} as const satisfies Record<string, LimitRule>;

export type AuthLimiter = Limiter<keyof typeof authLimitRules>;
type AuthLimitName = keyof typeof authLimitRules;

/**
 * @param about a sentence that says what there were too many of, for limits that people may reach
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

/** The refusal of a limit. With `about`, a sentence for people, it also says how long to wait. */
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

/** The time is rounded up, so that it is over when people expect it to be. */
function waitingTime(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 1) return "a minute";
  return minutes <= 60 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/**
 * Counts a call that ends other sessions or changes second steps. Signing out of the caller's own session is not
 * counted: the client library has forgotten the session before it makes the call, so a refusal would leave the session
 * open on the server.
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

/**
 * Does the same as {@link requireAuthRequestAllowed}, counted by the address that a call comes from.
 * @throws AuthError over_request_rate_limit
 */
export function requireAllowedFrom(
  limiter: AuthLimiter,
  name: AuthLimitName,
  caller: { address: string },
): Promise<void> {
  return requireAuthRequestAllowed(limiter, name, addressKey(caller.address));
}

/** Counts a mail, and tells whether it may go to its target: one a minute and five an hour may. */
export async function isMailAllowed(limiter: AuthLimiter, target: string): Promise<boolean> {
  const spacing = await limiter.consume("auth_mail_spacing", target);
  if (!spacing.allowed) return false;
  const hourly = await limiter.consume("auth_mails_an_hour", target);
  return hourly.allowed;
}

/**
 * Counts an emailed code for a new password: one a minute and three a day for the session, five an hour and ten a day for
 * the account.
 * @param unprovenAddress the account's address as the counters store it, if it may be a stranger's: the mail is counted
 *   for the address too, because the account can be deleted and made again
 * @returns the first refusal, or `allowed` if no rule refuses
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
 * Counts the mails of a change of address by the account and by the new address. Each may have five an hour and ten a
 * day, so that a stranger's mailbox cannot be filled. Mails that anyone may ask for are counted under other keys, so
 * that they do not use up the limit of the account itself. If others have used up the limit of the address, the refusal
 * is not counted for the account.
 * @returns the first refusal, or `allowed` if no rule refuses
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
 * Counts one thing by several rules. If one of them refuses, the points of the rules before it are given back.
 * @returns the first refusal, or `allowed` if no rule refuses
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
