import { minuteMs } from "#contract/values/durations.ts";
import { AuthError } from "#server/access/auth-error.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import type { Tx } from "#server/db/tables.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { rateLimited, requireAuthRequestAllowed } from "../limits.ts";
import type { UserRow } from "../queries.ts";
import { requestNotice } from "../request-notice.ts";
import { findSession, type SessionRow } from "../sessions/queries.ts";
import { countWrongCode, findWrongCodes } from "./queries.ts";

/** The number of consecutive wrong codes without a delay, because people mistype. */
const freeOfDelay = 5;
const firstDelayMinutes = 1;
const longestDelayHours = 12;
/** The number of consecutive wrong codes after which the owner is emailed. */
const emailedAfter = 10;

/**
 * The sessions whose guesses are counted together, so that an owner whose password is known can still sign in by email,
 * and a stolen token of a session that has passed the factor delays no sign-in.
 */
type GuessCounter = {
  user_id: string;
  signed_in_by: "password" | "mail" | "provider" | "second_step";
};

/**
 * Counts a challenge or a code of any factor. Not to be called inside a transaction.
 * @throws AuthError over_request_rate_limit, session_not_found
 */
export async function requireFactorCallAllowed(
  { db, limiter }: Pick<AuthDeps, "db" | "limiter">,
  { session_id }: AuthenticatedSession,
): Promise<void> {
  const session = await findSession(db, session_id);
  if (!session) throw new AuthError("session_not_found");
  const { user_id, signed_in_by } = findGuessCounter(session);
  const key = `${user_id} ${signed_in_by}`;
  await requireAuthRequestAllowed(limiter, "auth_second_steps", key, "Too many codes were typed.");
}

export function findGuessCounter({
  user_id,
  aal,
  amr,
}: Pick<SessionRow, "user_id" | "aal" | "amr">): GuessCounter {
  if (aal === "aal2") return { user_id, signed_in_by: "second_step" };
  const isBy = (wanted: string) => amr.some(({ method }) => method === wanted);
  if (isBy("password")) return { user_id, signed_in_by: "password" };
  return { user_id, signed_in_by: isBy("oauth") ? "provider" : "mail" };
}

/**
 * The refusal of a code that comes too soon after wrong ones; undefined if the code may be checked. The account must be
 * locked, so that concurrent guesses are counted one by one.
 */
export async function findDelay(
  tx: Tx,
  { clock, config }: AuthDeps,
  guesser: GuessCounter,
): Promise<AuthError | undefined> {
  const run = config.rateLimits ? await findWrongCodes(tx, guesser) : undefined;
  if (!run || run.in_a_row < freeOfDelay) return undefined;
  const delayMinutes = Math.min(
    firstDelayMinutes * 2 ** (run.in_a_row - freeOfDelay),
    longestDelayHours * 60,
  );
  const passedMs = clock.now().getTime() - run.last_at.getTime();
  const leftSeconds = Math.ceil((delayMinutes * minuteMs - passedMs) / 1000);
  return leftSeconds > 0 ? rateLimited(leftSeconds, "Too many wrong codes were typed.") : undefined;
}

/** Counts a wrong code; after the tenth in a row the owner is emailed. */
export async function recordWrongCode(
  tx: Tx,
  deps: AuthDeps,
  guesser: GuessCounter,
  user: UserRow,
): Promise<void> {
  const inARow = await countWrongCode(tx, { ...guesser, now: deps.clock.now() });
  if (inARow === emailedAfter) await requestNotice(tx, deps, "auth_wrong_codes", user);
}
