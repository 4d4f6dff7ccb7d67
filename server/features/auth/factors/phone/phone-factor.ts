import { AuthError } from "#server/access/auth-error.ts";
import type { Tx } from "#server/db/tables.ts";
import type { AuthDeps } from "../../auth-deps.ts";
import { findUser, listFactors } from "../../queries.ts";
import { findSession } from "../../sessions/queries.ts";
import type { EnrolmentInput, FactorType } from "../factor-type.ts";
import { guessCounterOf } from "../wrong-codes.ts";
import { endingOf, readPhoneNumber } from "./phone-number.ts";
import { phoneContext, phoneNumberOf } from "./stored-number.ts";
import { isTextCode } from "./text-codes.ts";
import { requireTextAllowed } from "./text-limits.ts";

/** A phone that receives each code as a text message. Its number is stored encrypted. */
export const phoneFactor: FactorType = {
  method: "mfa/phone",
  isGuessable: true,
  wrongAnswer: "Invalid MFA Phone code entered",

  async enrol(deps, { id, input }) {
    if (deps.texts === undefined) throw new AuthError("mfa_phone_enroll_not_enabled");
    const number = await requireNumber(input);
    const encrypted = deps.secrets.encrypt(Buffer.from(number), phoneContext(id));
    return {
      stored: { secret_encrypted: encrypted, phone_ending: endingOf(number) },
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
    const number = phoneNumberOf(deps, factor);
    const { signed_in_by } = guessCounterOf(present);
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
      phoneNumberOf(deps, factor) === number,
  );
  if (!isTaken) return;
  throw new AuthError("mfa_verified_factor_exists", {
    message: "A verified phone factor already exists, unenroll the existing factor to continue",
  });
}
