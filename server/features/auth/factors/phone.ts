import { randomInt } from "node:crypto";
import { AuthError } from "#server/access/auth-error.ts";
import { isBanned } from "#server/access/session.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { addressKey } from "#server/http/rate-limits.ts";
import { type JobHandler, UnrecoverableJobError } from "#server/jobs/jobs.ts";
import type { Secrets } from "#server/system/secrets.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { type AuthLimiter, countAll, smsRateLimited } from "../limits.ts";
import { findUser, listFactors, lockUser, type UserRow } from "../queries.ts";
import { findSession } from "../sessions/queries.ts";
import { UnrecoverableTextError } from "../text-messages/text-transport.ts";
import {
  type EnrolmentInput,
  encryptFactorSecret,
  type FactorType,
  readFactorSecret,
} from "./factor-type.ts";
import { type ChallengeRow, findTextChallenge, updateChallenge } from "./queries.ts";
import { findGuessCounter } from "./wrong-codes.ts";

/** A phone that receives each code as a text message. Its number is stored encrypted. */
export const phoneFactor: FactorType = {
  method: "mfa/phone",
  isGuessable: true,
  wrongAnswer: "Invalid MFA Phone code entered",

  async enrol(deps, { id, input }) {
    if (deps.texts === undefined) throw new AuthError("mfa_phone_enroll_not_enabled");
    const number = await requireNumber(input);
    const encrypted = encryptFactorSecret(deps.secrets, id, number);
    return {
      stored: { secret_encrypted: encrypted, phone_ending: formatEnding(number) },
      shown: { phone: number },
    };
  },

  async permitEnrolment(tx, deps, { user, input }) {
    // As with emails, someone with a stranger's address must not be able to have texts sent at the operator's expense.
    if (!deps.config.onLoopback && user.email_proven_at === null) {
      throw new AuthError("email_not_confirmed", {
        message:
          "Please confirm your email address before you add a phone. Follow the link that we emailed to you.",
      });
    }
    await requireNewNumber(tx, deps, { user_id: user.id, number: await requireNumber(input) });
  },

  canBeChallenged({ texts }) {
    return texts !== undefined;
  },

  async admitChallenge(deps, { session, factor, caller }) {
    if (deps.texts === undefined) throw new AuthError("mfa_phone_verify_not_enabled");
    const user = await findUser(deps.db, session.user_id);
    const present = await findSession(deps.db, session.session_id);
    if (!user || !present) throw new AuthError("session_not_found");
    const number = readFactorSecret(deps.secrets, factor);
    const { signed_in_by } = findGuessCounter(present);
    await requireTextAllowed(
      deps,
      factor.status === "verified"
        ? { user, number, askedBy: signed_in_by }
        : { user, number, askedBy: "adding", address: caller.address },
    );
  },

  async challenge(tx, { jobs }, { id, user }) {
    await jobs.enqueue(tx, "send_text_code", { user_id: user.id, challenge_id: id });
    return { stored: {}, shown: {} };
  },

  async verify(_tx, { secrets }, { challenge, response }) {
    const code = response.code?.replaceAll(/\s/g, "");
    if (!code) throw new AuthError("validation_failed", { message: "code is required." });
    return isTextCode(secrets, challenge, code) ? {} : undefined;
  },
};

/** @throws AuthError validation_failed */
async function requireNumber({ phone = "" }: EnrolmentInput): Promise<string> {
  const number = await readPhoneNumber(phone);
  if (number !== undefined) return number;
  throw new AuthError("validation_failed", {
    message: "Invalid phone number format (E.164 required)",
  });
}

/** @throws AuthError mfa_verified_factor_exists if the account already has the number */
async function requireNewNumber(
  tx: Tx,
  deps: Pick<AuthDeps, "secrets">,
  { user_id, number }: { user_id: string; number: string },
): Promise<void> {
  const present = await listFactors(tx, user_id);
  const isTaken = present.some(
    (factor) =>
      factor.factor_type === "phone" &&
      factor.status === "verified" &&
      readFactorSecret(deps.secrets, factor) === number,
  );
  if (!isTaken) return;
  throw new AuthError("mfa_verified_factor_exists", {
    message: "A verified phone factor already exists, unenroll the existing factor to continue",
  });
}

/**
 * The types of lines to which codes are sent. A text to any other line, such as a premium or personal number, a
 * satellite or a network of no country, is expensive, which fraudsters exploit.
 */
const acceptedLines = new Set(["MOBILE", "FIXED_LINE_OR_MOBILE", "FIXED_LINE", "VOIP"]);

/**
 * A number in E.164 form, such as +351912345678; undefined if it is not an international number to which texts can be
 * sent.
 */
async function readPhoneNumber(typed: string): Promise<string | undefined> {
  if (!/^\s*\+/.test(typed)) return undefined;
  // The rules of all countries take megabytes, and few processes need them.
  const { parsePhoneNumberFromString } = await import("libphonenumber-js/max");
  const number = parsePhoneNumberFromString(typed, { extract: false });
  if (!number?.isValid() || number.ext !== undefined) return undefined;
  if (number.isNonGeographic() || !acceptedLines.has(number.getType() ?? "")) return undefined;
  return number.number;
}

const shownDigits = 2;

/** The last digits of a number, which are enough to recognise one's own. */
function formatEnding(number: string): string {
  return number.slice(-shownDigits);
}

/** Sends the code of a challenge. It is made when the text is sent, so that no row of the queue ever contains one. */
export function sendTextCode(
  deps: Pick<AuthDeps, "db" | "clock" | "secrets" | "config" | "texts">,
): JobHandler<"send_text_code"> {
  return async ({ user_id, challenge_id }) => {
    const { texts } = deps;
    if (texts === undefined) return;
    const prepared = await inTransaction(deps.db, (tx) =>
      prepare(tx, deps, { user_id, challenge_id }),
    );
    if (prepared === undefined) return;
    const { number, code } = prepared;
    const host = new URL(deps.config.publicUrl).hostname;
    try {
      await texts.send({
        id: challenge_id,
        to: number,
        // The last line lets browsers offer the code on this site alone.
        text: `${code} is your Paraline code. It works for 5 minutes. Never tell it to anyone.\n\n@${host} #${code}`,
        created_at: deps.clock.now(),
      });
    } catch (error) {
      if (error instanceof UnrecoverableTextError) throw new UnrecoverableJobError(error.message);
      throw error;
    }
    await inTransaction(deps.db, (tx) =>
      updateChallenge(tx, challenge_id, { text_sent_at: deps.clock.now() }),
    );
  };
}

async function prepare(
  tx: Tx,
  deps: Pick<AuthDeps, "clock" | "secrets">,
  { user_id, challenge_id }: { user_id: string; challenge_id: string },
): Promise<{ number: string; code: string } | undefined> {
  // As everywhere, the account is locked first.
  const user = await lockUser(tx, user_id);
  const present = await findTextChallenge(tx, { user_id, challenge_id });
  const now = deps.clock.now();
  if (!user || !present || present.text_sent_at !== null || present.expires_at <= now) {
    return undefined;
  }
  if (isBanned(user, now)) return undefined;
  const code = randomInt(1_000_000).toString().padStart(6, "0");
  await updateChallenge(tx, challenge_id, {
    code_hash: deps.secrets.signFor(...codeSignature(challenge_id, code)),
  });
  const factor = { id: present.factor_id, secret_encrypted: present.secret_encrypted };
  return { number: readFactorSecret(deps.secrets, factor), code };
}

/**
 * Whether a typed code is the one that was sent for a challenge. A challenge has no code before its text is prepared.
 */
export function isTextCode(
  secrets: Secrets,
  { id, code_hash }: Pick<ChallengeRow, "id" | "code_hash">,
  code: string,
): boolean {
  const isRight = secrets.isSignedFor(...codeSignature(id, code), code_hash ?? Buffer.alloc(32));
  return code_hash !== null && isRight;
}

/**
 * The content that is signed for a code. A plain hash would not do: anyone who reads the table could try all million
 * codes against it.
 */
function codeSignature(challengeId: string, code: string) {
  return ["code by text", challengeId, code] as const;
}

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
 * Counts a text by who asks for it and by its number, so that strangers who add an owner's number, or know the
 * password, use up none of what the owner may have.
 */
async function requireTextAllowed(
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
