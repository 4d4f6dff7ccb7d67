import { addressKey } from "#server/http/rate-limits.ts";
import type { AuthDeps } from "../../auth-deps.ts";
import { type AuthLimiter, countAll, smsRateLimited } from "../../limits.ts";
import type { UserRow } from "../../queries.ts";

/**
 * How the session that requests a text began, or `adding` while the phone is being added. Each is counted separately.
 */
type AskedBy = "password" | "mail" | "provider" | "second_step" | "adding";

type CountedText = { user: Pick<UserRow, "id" | "reset_at">; number: string } & (
  | { askedBy: Exclude<AskedBy, "adding"> }
  | { askedBy: "adding"; address: string }
);

const accountRules = ["auth_message_spacing", "auth_messages_an_hour", "auth_ten_a_day"] as const;

/**
 * Counts a text by who asks for it and by the number it goes to; while a phone is being added, also by the network.
 * Strangers who add another person's number to accounts of their own use up only the limit for numbers that are not
 * verified; somebody who knows only the password uses up only the limit for sign-ins by password. A refused text is not
 * counted.
 * @throws AuthError over_sms_send_rate_limit
 */
export async function requireTextAllowed(
  { limiter, secrets }: Pick<AuthDeps, "limiter" | "secrets">,
  text: CountedText,
): Promise<void> {
  const account = accountKey(text.user, text.askedBy);
  const number = numberKey(secrets, text.number);
  const { allowed, retry_after_seconds } = await countAll(limiter, [
    ...accountRules.map((name) => [name, account] as const),
    ...(text.askedBy === "adding"
      ? ([
          ["auth_texts_by_network", addressKey(text.address)],
          ["auth_texts_to_new_number", number],
        ] as const)
      : ([["auth_thirty_a_day", `text ${number}`]] as const)),
  ]);
  if (!allowed) throw smsRateLimited(retry_after_seconds);
}

/** Forgets the texts that were asked for after a sign-in by a password that is no longer the account's. */
export async function clearTextsByPassword(
  limiter: AuthLimiter,
  user: Pick<UserRow, "id" | "reset_at">,
): Promise<void> {
  for (const name of accountRules) await limiter.clear(name, accountKey(user, "password"));
}

/**
 * The key under which an account's texts are counted. Texts that were requested before a reset are not counted for the
 * account's owner.
 */
function accountKey({ id, reset_at }: Pick<UserRow, "id" | "reset_at">, askedBy: AskedBy): string {
  const key = `text ${id} ${askedBy}`;
  return reset_at === null ? key : `${key} ${reset_at.getTime()}`;
}

/** A keyed hash of a number, because the limiter's rows must not contain phone numbers. */
function numberKey(secrets: AuthDeps["secrets"], number: string): string {
  return secrets.signFor("texts to a number", "", number).toString("base64url");
}
