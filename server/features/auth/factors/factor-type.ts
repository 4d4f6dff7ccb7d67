import type { AuthenticatedSession } from "#server/access/session.ts";
import type { Tx } from "#server/db/tables.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import type { FactorRow, UserRow } from "../queries.ts";
import type { ChallengeRow, FactorChanges, NewChallenge, NewFactor } from "./queries.ts";

/** What a call of `POST /factors` says beyond the type and the name. */
export type EnrolmentInput = { issuer?: string | undefined; phone?: string | undefined };

/** What was typed, or what an authenticator answered. At least one of them is there. */
export type FactorResponse = {
  code?: string | undefined;
  webauthn?: Record<string, unknown> | undefined;
};

/** The fields that a type adds to a stored row, and to the response of the call. */
type Stored<Columns> = { stored: Columns; shown: Record<string, unknown> };

/**
 * What differs between the types of second steps. Everything else is common to them: who may add and remove one,
 * limits, the life of a challenge, and what passing one means.
 */
export interface FactorType {
  /** Its name in the `amr` of a session that has passed it. */
  method: string;
  /** Whether wrong answers may be guesses, which are counted and delayed across the sessions of the account. */
  isGuessable: boolean;
  /** The refusal of a wrong answer. */
  wrongAnswer: string;

  /**
   * Starts adding one; it has no effect before its first right answer. Runs outside transactions.
   * @throws AuthError mfa_…_enroll_not_enabled where it is not offered, validation_failed
   */
  enrol(
    deps: AuthDeps,
    about: { id: string; session: AuthenticatedSession; input: EnrolmentInput },
  ): Promise<Stored<Partial<NewFactor>>>;

  /**
   * Whether this may be added to this account. Runs in the transaction that stores it, once the caller has been
   * permitted to: who has not passed the second step must not learn from it what the account has.
   * @throws AuthError mfa_verified_factor_exists, email_not_confirmed
   */
  permitEnrolment?(
    tx: Tx,
    deps: AuthDeps,
    about: { user: UserRow; input: EnrolmentInput },
  ): Promise<void>;

  /** Whether this server can start challenges of this type at present. If the method is missing, it always can. */
  canBeChallenged?(deps: Pick<AuthDeps, "texts">): boolean;

  /**
   * Counts a challenge that is about to start, where it costs something. Runs outside transactions.
   * @throws AuthError over_sms_send_rate_limit, mfa_…_verify_not_enabled
   */
  admitChallenge?(
    deps: AuthDeps,
    about: { session: AuthenticatedSession; factor: FactorRow; caller: Caller },
  ): Promise<void>;

  /** Starts a challenge, in the transaction that has locked the account and the factor. */
  challenge(
    tx: Tx,
    deps: AuthDeps,
    about: { id: string; factor: FactorRow; user: UserRow },
  ): Promise<Stored<Partial<NewChallenge>>>;

  /**
   * Checks the answer to a challenge, in the transaction that has locked account, session, factor and challenge.
   * @returns what the factor keeps of a right answer; undefined for a wrong one
   * @throws AuthError validation_failed for an answer of another type
   */
  judge(
    tx: Tx,
    deps: AuthDeps,
    about: { factor: FactorRow; challenge: ChallengeRow; response: FactorResponse; now: Date },
  ): Promise<FactorChanges | undefined>;
}
