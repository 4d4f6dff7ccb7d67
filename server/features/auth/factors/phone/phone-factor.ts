import { AuthError } from "#server/access/auth-error.ts";
import type { Db } from "#server/db/tables.ts";
import { addressKey } from "#server/http/limits.ts";
import type { AuthDeps } from "../../auth-deps.ts";
import { smsRateLimited } from "../../limits.ts";
import { listFactors } from "../../queries.ts";
import { findSession } from "../../sessions/queries.ts";
import type { FactorType } from "../factor-type.ts";
import { guessCounterOf } from "../wrong-codes.ts";
import { endingOf, readPhoneNumber } from "./phone-number.ts";
import { phoneContext, phoneNumberOf } from "./stored-number.ts";
import { isTextCode } from "./text-codes.ts";

/** A phone that gets each code as a text message. Its number is kept encrypted. */
export const phoneFactor: FactorType = {
  method: "mfa/phone",
  isGuessable: true,
  wrongAnswer: "Invalid MFA Phone code entered",

  async enrol(deps, { id, session, input }) {
    if (deps.texts === undefined) throw new AuthError("mfa_phone_enroll_not_enabled");
    const number = readPhoneNumber(input.phone ?? "");
    if (number === undefined) {
      throw new AuthError("validation_failed", {
        message: "Invalid phone number format (E.164 required)",
      });
    }
    await requireNewNumber(deps.db, deps, { user_id: session.user_id, number });
    const encrypted = deps.secrets.encrypt(Buffer.from(number), phoneContext(id));
    return {
      stored: { secret_encrypted: encrypted, phone_ending: endingOf(number) },
      shown: { phone: number },
    };
  },

  async admitChallenge(deps, { session, factor, caller }) {
    if (deps.texts === undefined) throw new AuthError("mfa_phone_verify_not_enabled");
    const present = await findSession(deps.db, session.session_id);
    if (!present) throw new AuthError("session_not_found");
    const { user_id, signed_in_by } = guessCounterOf(present);
    const isProven = factor.status === "verified";
    // Strangers who add somebody's number to accounts of their own use up only what may go to numbers that are not
    // verified; who knows only the password uses up only what a sign-in by password may ask for.
    const refusal = await countTexts(deps, {
      account: `${user_id} ${isProven ? signed_in_by : "adding"}`,
      number: isProven ? undefined : phoneNumberOf(deps, factor),
      address: isProven ? undefined : caller.address,
    });
    if (refusal) throw refusal;
  },

  async challenge(tx, { jobs }, { id, user }) {
    await jobs.enqueue(tx, "send_text_code", { user_id: user.id, challenge_id: id });
    return { stored: {}, shown: {} };
  },

  async judge(_tx, { secrets }, { challenge, response }) {
    const code = response.code?.replaceAll(/\s/g, "");
    if (!code) throw new AuthError("validation_failed", { message: "code is required." });
    return isTextCode(secrets, challenge, code) ? {} : undefined;
  },
};

/** @throws AuthError mfa_verified_factor_exists for a number that the account has already */
async function requireNewNumber(
  db: Db,
  deps: Pick<AuthDeps, "secrets">,
  { user_id, number }: { user_id: string; number: string },
): Promise<void> {
  const present = await listFactors(db, user_id);
  const isTaken = present.some(
    (factor) =>
      factor.factor_type === "phone" &&
      factor.status === "verified" &&
      phoneNumberOf(deps, factor) === number,
  );
  if (!isTaken) return;
  throw new AuthError("mfa_verified_factor_exists", {
    message: "A verified phone factor already exists, unenroll the existing factor to continue",
  });
}

/** Counts a text by who asks for it and, for a number that is not verified, by where it goes and who asks from where. */
async function countTexts(
  { limiter, secrets }: Pick<AuthDeps, "limiter" | "secrets">,
  about: { account: string; number: string | undefined; address: string | undefined },
): Promise<AuthError | undefined> {
  const { account, number, address } = about;
  const counted = [
    ["auth_text_spacing", account],
    ["auth_texts_an_hour", account],
    ["auth_texts_a_day", account],
    ...(address === undefined ? [] : [["auth_texts_by_address", addressKey(address)] as const]),
    ...(number === undefined
      ? []
      : [["auth_texts_to_number", numberKey(secrets, number)] as const]),
  ] as const;
  for (const [name, key] of counted) {
    const { allowed, retry_after_seconds } = await limiter.consume(name, key);
    if (!allowed) return smsRateLimited(retry_after_seconds);
  }
  return undefined;
}

/** The limiter's rows must not name a number. */
function numberKey(secrets: AuthDeps["secrets"], number: string): string {
  return secrets.signFor("texts to a number", "", number).toString("base64url");
}
