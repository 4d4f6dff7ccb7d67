import type { AuthenticatedSession } from "#server/access/session.ts";
import type { Tx } from "#server/db/tables.ts";
import type { Secrets } from "#server/system/secrets.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import type { FactorRow, UserRow } from "../queries.ts";
import type { ChallengeRow, FactorChanges, NewChallenge, NewFactor } from "./queries.ts";

/** What a call of `POST /factors` contains besides the type and the name. */
export type EnrolmentInput = { issuer?: string | undefined; phone?: string | undefined };

/** The typed code, or the answer of an authenticator. At least one of them is present. */
export type FactorResponse = {
  code?: string | undefined;
  webauthn?: Record<string, unknown> | undefined;
};

/** The fields that a type adds to a stored row, and to the response of the call. */
type Stored<Columns> = { stored: Columns; shown: Record<string, unknown> };

/**
 * The differences between the types of second steps. They have everything else in common: who may add and remove one,
 * the limits, how long a challenge is valid, and what passing one means.
 */
export interface FactorType {
  /** The name of the type in the `amr` of a session that has passed it. */
  method: string;
  /** Whether wrong answers may be guesses, which are counted and delayed across the sessions of the account. */
  isGuessable: boolean;
  /** The message for a wrong answer. */
  wrongAnswer: string;

  /**
   * Starts adding a factor of this type, which has no effect before its first right answer. Runs outside transactions.
   * @throws AuthError mfa_…_enroll_not_enabled if the type is not offered, validation_failed
   */
  enrol(
    deps: AuthDeps,
    about: { id: string; session: AuthenticatedSession; input: EnrolmentInput },
  ): Promise<Stored<Partial<NewFactor>>>;

  /**
   * Checks whether the factor may be added, once the caller is permitted to add one: someone who has not passed the
   * second step must not learn what the account has.
   */
  permitEnrolment?(
    tx: Tx,
    deps: AuthDeps,
    about: { user: UserRow; input: EnrolmentInput },
  ): Promise<void>;

  /** Whether this server can start challenges of this type at present. If the method is missing, it always can. */
  canBeChallenged?(deps: Pick<AuthDeps, "texts">): boolean;

  /**
   * Counts a challenge that is about to start, if challenges of this type cost something. Runs outside transactions.
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
   * @returns the changes that a right answer makes to the factor; undefined for a wrong answer
   * @throws AuthError validation_failed for an answer of another type
   */
  verify(
    tx: Tx,
    deps: AuthDeps,
    about: { factor: FactorRow; challenge: ChallengeRow; response: FactorResponse; now: Date },
  ): Promise<FactorChanges | undefined>;
}

/** Encrypts what a factor keeps secret: the secret of an app, or the number of a phone. */
export function encryptFactorSecret(secrets: Secrets, factorId: string, secret: string): Buffer {
  return secrets.encrypt(Buffer.from(secret), factorContext(factorId));
}

export function readFactorSecret(
  secrets: Secrets,
  { id, secret_encrypted }: Pick<FactorRow, "id" | "secret_encrypted">,
): string {
  if (secret_encrypted === null) throw new Error(`The second step ${id} has no secret.`);
  return secrets.decrypt(secret_encrypted, factorContext(id)).toString("utf8");
}

function factorContext(factorId: string): string {
  return `second step ${factorId}`;
}
