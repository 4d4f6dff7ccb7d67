import pLimit from "p-limit";
import { minuteMs } from "#contract/values/durations.ts";
import type { Db } from "#server/db/tables.ts";
import { withoutTransactionCheck } from "#server/db/transactions.ts";
import type { Clock } from "#server/system/clock.ts";
import { AuthError } from "../auth-error.ts";
import {
  type AuthenticatedSession,
  bearerToken,
  levelOf,
  readSession,
  requireNotBanned,
  type SessionReader,
  type SessionRow,
} from "../session.ts";
import { createEndedSessions } from "./ended-sessions.ts";
import type { ExternalClaims } from "./external-token.ts";
import type { ExternalUser, OpenedSignInServer } from "./sign-in-server.ts";
import { signInServerUnavailable } from "./unavailable.ts";

/** How long a session may still read here after it has ended at the sign-in server. */
const askedEveryMs = minuteMs;
/** The same for calls that store or disclose something: they do not rely on an answer older than this. */
const freshMs = 1_000;
/** The limit for all calls of a process together. */
const maxConcurrentChecks = 16;
const maxQueuedChecks = 500;

/** Keeps accounts and sessions here as they are at the sign-in server. Not to be called inside a transaction. */
export interface ExternalSessionStore {
  /**
   * Stores a session that exists there, and creates the account if this is its first session.
   * @param checked_at when that server was asked
   * @throws DomainError account_address_unconfirmed, account_address_taken or account_not_admitted where there is no
   *   account and none may be made
   */
  keep(session: { claims: ExternalClaims; user: ExternalUser; checked_at: Date }): Promise<void>;
  /** Ends a session here that has ended there. */
  end(session: { user_id: string; session_id: string }): Promise<void>;
  /** The same for all sessions of an account. */
  endAll(userId: string): Promise<void>;
}

/**
 * Checks tokens of the sign-in server against its keys, and their sessions against that server. Each session has a row
 * here with the time at which that server was last asked. A call that only reads relies on that answer for a minute; a
 * call that stores or discloses something relies on it for a second at most. Writes lock the row like that of any other
 * session.
 */
export function createExternalSessionReader({
  db,
  clock,
  server,
  store,
}: {
  db: Db;
  clock: Clock;
  server: Pick<OpenedSignInServer, "verify" | "findUser">;
  store: ExternalSessionStore;
}): SessionReader {
  const asking = new Map<string, Promise<void>>();
  const sessionChecks = pLimit(maxConcurrentChecks);
  const endings = createEndedSessions({ clock });

  const checkSession = async (accessToken: string, claims: ExternalClaims) => {
    const { session_id, user_id, expires_at: until } = claims;
    if (endings.includes(session_id, claims.refreshed_at)) throw new AuthError("session_not_found");
    // The time is taken before the check, because the answer may be older than its arrival.
    const checkedAt = clock.now();
    try {
      return { user: await server.findUser(accessToken, claims), checked_at: checkedAt };
    } catch (error) {
      const code = error instanceof AuthError ? error.code : undefined;
      const ending = { ended_at: checkedAt, until };
      if (code === "session_not_found") {
        endings.add(session_id, ending);
        await store.end(claims);
      }
      if (code === "user_not_found" || code === "user_banned") {
        endings.add(user_id, ending);
        await store.endAll(user_id);
      }
      throw error;
    }
  };
  const ask = (accessToken: string, claims: ExternalClaims): Promise<void> =>
    // What this stores is not a write of the call.
    withoutTransactionCheck(async () => {
      if (sessionChecks.pendingCount >= maxQueuedChecks) throw signInServerUnavailable();
      const answer = await sessionChecks(() => checkSession(accessToken, claims));
      // A later check may have been answered before this one.
      const isOver = () =>
        endings.includes(claims.session_id, answer.checked_at) ||
        endings.includes(claims.user_id, answer.checked_at);
      if (!isOver()) await store.keep({ claims, ...answer });
      // The session may also have ended while this answer was being stored.
      if (!isOver()) return;
      await store.end(claims);
      throw new AuthError("session_not_found");
    });
  /** Calls that arrive together share one check, unless they need an answer that is younger than they are. */
  const askOnce = (accessToken: string, claims: ExternalClaims): Promise<void> => {
    const present = asking.get(accessToken);
    if (present) return present;
    const asked = ask(accessToken, claims).finally(() => asking.delete(accessToken));
    asking.set(accessToken, asked);
    return asked;
  };
  const find = async ({ session_id }: ExternalClaims): Promise<SessionRow | undefined> => {
    const [session] = await readSession(db, { session_id });
    return session;
  };
  const isKnown = (
    session: SessionRow | undefined,
    claims: ExternalClaims,
    keptMs = askedEveryMs,
  ): boolean => session !== undefined && isUpToDate(session, claims, keptMs, clock.now());

  return {
    async authenticate(authorizationHeader, _scopes, { asksSignInServer = false, admit } = {}) {
      const accessToken = bearerToken(authorizationHeader);
      if (accessToken === undefined) throw new AuthError("no_authorization");
      const claims = await server.verify(accessToken);
      await admit?.({ user_id: claims.user_id, app: undefined });
      let session = await find(claims);
      if (asksSignInServer || !isKnown(session, claims)) {
        await (asksSignInServer ? ask : askOnce)(accessToken, claims);
        session = await find(claims);
      }
      if (session?.user_id !== claims.user_id || session.external_checked_at === null) {
        throw new AuthError("session_not_found");
      }
      requireNotBanned(session, clock.now());
      return {
        user_id: session.user_id,
        session_id: claims.session_id,
        email: session.email,
        aal: levelOf(claims.aal, session),
        has_verified_factor: session.has_verified_factor,
        app: undefined,
        async checkAgain() {
          if (!isKnown(await find(claims), claims)) await askOnce(accessToken, claims);
        },
        ...(asksSignInServer && {
          async checkNow() {
            if (!isKnown(await find(claims), claims, freshMs)) await ask(accessToken, claims);
          },
        }),
      } satisfies AuthenticatedSession;
    },

    // Apps cannot be connected here, so no token belongs to one.
    async authenticateApp() {
      throw new AuthError("bad_jwt");
    },
  };
}

/** Whether the stored state of a session is recent, and not older than a token that states a higher level. */
function isUpToDate(
  session: SessionRow,
  claims: ExternalClaims,
  keptMs: number,
  now: Date,
): boolean {
  const { user_id, external_checked_at: checkedAt, refreshed_at, aal } = session;
  if (user_id !== claims.user_id || checkedAt === null) return false;
  // A clock that was set back must not extend the time.
  if (Math.abs(now.getTime() - checkedAt.getTime()) >= keptMs) return false;
  if (claims.refreshed_at > refreshed_at) return false;
  // The session may have passed its second step within the same second.
  return !(claims.refreshed_at.getTime() === refreshed_at.getTime() && claims.aal > aal);
}
