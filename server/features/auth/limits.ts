import { daySeconds, hourSeconds, minuteSeconds } from "#contract/values/durations.ts";
import { AuthError } from "#server/access/auth-error.ts";
import { addressKey, type Limiter, type LimitRule } from "#server/http/rate-limits.ts";
import type { Secrets } from "#server/system/secrets.ts";

/**
 * How often things may be tried or requested. A key begins with what is counted, so that each thing counts by itself
 * within its class, and ends with whose it is: a network, an account, a session, or the target of a message.
 */
export const authLimitRules = {
  /** Calls with which anyone may try to get in, by network: passwords, links, codes, returns from a provider. */
  auth_attempts: { points: 30, seconds: 5 * minuteSeconds },
  /** Calls that reveal less, by network, and the exchange of a session's tokens. */
  auth_calls: { points: 60, seconds: 5 * minuteSeconds },
  /** Challenges for passkeys: every visit to the sign-in page asks for one, for the browser's suggestions. */
  auth_passkey_challenges: { points: 120, seconds: 5 * minuteSeconds },
  auth_app_registrations: { points: 10, seconds: 5 * minuteSeconds },
  /**
   * Failed sign-ins for one email address, with or without an account: all networks from which the account was never
   * signed in to are counted together, each other network separately, and a success resets the count. Also the
   * passwords that a session types, so that a thief does not use up the owner's.
   */
  auth_passwords: { points: 10, seconds: 15 * minuteSeconds },
  /** The attempts that remain once the failures have used up `auth_passwords`. */
  auth_password_retry: { points: 1, seconds: 30 },
  /** Failed sign-ins for one email address that the audit log keeps. */
  auth_failures_noted: { points: 100, seconds: daySeconds },
  /** Challenges and codes of second steps, by account and by how the session began. */
  auth_second_steps: { points: 15, seconds: minuteSeconds },
  /** Signing out elsewhere, and adding or removing sign-in methods, by session, as a thief must not use up the owner's. */
  auth_changes: { points: 60, seconds: 10 * minuteSeconds },
  /** Emails and texts to one target, or that one account asks for. */
  auth_message_spacing: { points: 1, seconds: minuteSeconds },
  auth_messages_an_hour: { points: 5, seconds: hourSeconds },
  /**
   * The same in a day, and the emailed codes that are typed for one email address, with or without an account: networks
   * are counted as for `auth_passwords`. A right code resets the count of its network if that is counted separately; if
   * not, the right code is not counted.
   */
  auth_ten_a_day: { points: 10, seconds: daySeconds },
  /** What several of those who have ten each may do together: three times as much. */
  auth_thirty_a_day: { points: 30, seconds: daySeconds },
  /** Emailed codes for a new password: a session may ask for fewer than its account, so that it cannot use up all. */
  auth_three_a_day: { points: 3, seconds: daySeconds },
  /** Texts to one number that is being added, which may be a stranger's, from all accounts together. */
  auth_texts_to_new_number: { points: 4, seconds: daySeconds },
  /** The same, by network. */
  auth_texts_by_network: { points: 20, seconds: daySeconds },
  /** What an app reads about its owner. */
  auth_app_reads: { points: 60, seconds: minuteSeconds, store: "memory" },
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
 * Counts a call that ends other sessions or changes second steps. Signing out here is not counted: the client library
 * has already forgotten the session, so a refusal would leave it open.
 */
export function requireChangeAllowed(
  limiter: AuthLimiter,
  { user_id, session_id }: { user_id: string; session_id: string },
): Promise<void> {
  const key = `${user_id} ${session_id}`;
  return requireAuthRequestAllowed(
    limiter,
    "auth_changes",
    key,
    "Too many changes were requested.",
  );
}

/** Counts a call of one kind by the network that it comes from. @throws AuthError over_request_rate_limit */
export function requireAllowedFrom(
  limiter: AuthLimiter,
  name: AuthLimitName,
  what: string,
  caller: { address: string },
): Promise<void> {
  return requireAuthRequestAllowed(limiter, name, `${what} ${addressKey(caller.address)}`);
}

/** Counts an email, and tells whether it may go to its target: one a minute and five an hour may. */
export async function isMailAllowed(limiter: AuthLimiter, target: string): Promise<boolean> {
  const spacing = await limiter.consume("auth_message_spacing", target);
  if (!spacing.allowed) return false;
  const hourly = await limiter.consume("auth_messages_an_hour", target);
  return hourly.allowed;
}

/**
 * Counts an emailed code for a new password by session and account, and by an address that may be a stranger's: the
 * account can be deleted and made again.
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
    ["auth_message_spacing", session],
    ["auth_three_a_day", session],
    ...keys.flatMap((key) => [
      ["auth_messages_an_hour", `code ${key}`] as const,
      ["auth_ten_a_day", `code ${key}`] as const,
    ]),
  ]);
}

/**
 * Counts the emails of a change of address by the account and by the new address, so that a stranger's mailbox cannot be
 * filled. What others have used up is not counted for the account.
 */
export async function countChangeEmails(
  limiter: AuthLimiter,
  { account, target }: { account: string; target: string },
): Promise<{ allowed: boolean; retry_after_seconds: number }> {
  const keys = [`email change of ${account}`, `email change to ${target}`];
  return countAll(
    limiter,
    keys.flatMap((key) => [
      ["auth_messages_an_hour", key] as const,
      ["auth_ten_a_day", key] as const,
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

/** A keyed hash of an account's address, for the counters: they must not become a list of addresses. */
export function emailKey(secrets: Secrets, email: string): string {
  return secrets.signFor("counted address", "", email).toString("base64url");
}
