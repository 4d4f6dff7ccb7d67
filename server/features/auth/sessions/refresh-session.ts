import { daySeconds } from "#contract/values/durations.ts";
import { AuthError, type AuthErrorCode } from "#server/access/auth-error.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { cancelEmailChange } from "../flow-queries.ts";
import { requireAllowedFrom } from "../limits.ts";
import {
  deleteSession,
  findSession,
  hasRecoveryLapsed,
  lockSession,
  type SessionRow,
  updateSession,
} from "./queries.ts";
import { type RefreshTokenContent, readRefreshToken } from "./refresh-token.ts";
import { loadStartedSession, type StartedSession, sessionAnswer } from "./start-session.ts";

/** A session expires if it is not refreshed for this long. */
export const sessionIdleDays = 90;

type Outcome = { refused: AuthErrorCode; unknown?: true } | { refreshed: StartedSession };

/**
 * Exchanges a refresh token for the next one. Tabs may send the same one at once, and answers get lost, so an older
 * token gets a successor too, unless a newer one was used: then two parties hold it, and the session ends.
 */
export async function refreshSession(
  deps: AuthDeps,
  { refresh_token, caller }: { refresh_token: string; caller: Caller },
) {
  const token = readRefreshToken(deps.secrets, refresh_token);
  if (!token) {
    await countUnknown(deps, caller);
    throw new AuthError("refresh_token_not_found");
  }
  // A token from before the second step must not use up the session's limit, because someone else may hold it.
  const known = await findSession(deps.db, token.session_id);
  if (known && token.counter < known.refresh_floor) {
    await countUnknown(deps, caller);
    throw new AuthError("refresh_token_already_used");
  }
  const { allowed, retry_after_seconds } = await deps.limiter.consume(
    "auth_calls",
    `refresh ${token.session_id}`,
  );
  if (!allowed) throw new AuthError("service_unavailable", { retry_after_seconds });

  const outcome = await inTransaction(deps.db, (tx) =>
    exchangeRefreshToken(tx, deps, token, { caller, client_id: null }),
  );
  if ("refreshed" in outcome) return sessionAnswer(deps, outcome.refreshed);
  if (outcome.unknown) await countUnknown(deps, caller);
  throw new AuthError(outcome.refused);
}

/**
 * Exchanges a refresh token for an app, or for a person's browser if `client_id` is null; a session of the other kind
 * counts as not found. Refusals are returned: what they delete must be committed.
 */
export async function exchangeRefreshToken(
  tx: Tx,
  deps: AuthDeps,
  token: RefreshTokenContent,
  { caller, client_id }: { caller: Caller; client_id: string | null },
): Promise<Outcome> {
  const now = deps.clock.now();
  const session = await lockSession(tx, token.session_id);
  if (session?.oauth_client_id !== client_id) {
    return { refused: "refresh_token_not_found", unknown: true };
  }

  const secondsAgo = (now.getTime() - session.refreshed_at.getTime()) / 1000;
  if (secondsAgo > sessionIdleDays * daySeconds || hasRecoveryLapsed(session, now)) {
    await deleteSession(tx, session.id);
    return { refused: "session_expired" };
  }

  const isRecent = secondsAgo < deps.config.authRefreshReuseSeconds;
  switch (checkCounter(session, token.counter, isRecent)) {
    case "next":
    case "answer_lost": {
      // If the token in a lost response was not lost but stolen, its use ends the session once a newer token has been
      // used.
      const next = await updateSession(tx, session.id, {
        refresh_counter: session.refresh_counter + 1,
        used_counter: token.counter,
        exchanged_counter: token.counter,
        refreshed_at: now,
        user_agent: caller.user_agent,
        ip: caller.ip,
      });
      return { refreshed: await loadStartedSession(tx, deps, next, 400) };
    }
    case "present":
      return { refreshed: await loadStartedSession(tx, deps, session, 400) };
    case "too_weak":
      return { refused: "refresh_token_already_used" };
    case "never_issued":
      return { refused: "refresh_token_not_found" };
    case "stolen":
      await deleteSession(tx, session.id);
      // Someone who has an app's token could not have asked for a change of address.
      if (client_id === null) await cancelEmailChange(tx, session.user_id);
      await recordAudit(
        tx,
        "token_revoked",
        { user_id: session.user_id, session_id: session.id, caller, now },
        { reason: "refresh token used again" },
      );
      return { refused: "refresh_token_already_used" };
  }
}

type CounterCheck = "next" | "present" | "answer_lost" | "too_weak" | "never_issued" | "stolen";

/** @param isRecent the session was refreshed moments ago */
function checkCounter(
  session: Pick<
    SessionRow,
    "refresh_counter" | "refresh_floor" | "used_counter" | "exchanged_counter"
  >,
  counter: number,
  isRecent: boolean,
): CounterCheck {
  const behind = session.refresh_counter - counter;
  if (behind < 0) return "never_issued";
  if (behind === 0) return "next";
  if (counter < session.refresh_floor) return "too_weak";
  if (isRecent && counter === session.exchanged_counter) return "present";
  return session.used_counter <= counter ? "answer_lost" : "stolen";
}

function countUnknown({ limiter }: AuthDeps, caller: Caller): Promise<void> {
  return requireAllowedFrom(limiter, "auth_calls", "unknown refresh token", caller);
}
