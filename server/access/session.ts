import { type RawBuilder, sql } from "kysely";
import type { AppScope } from "#contract/auth/scopes.ts";
import { minuteMs } from "#contract/values/durations.ts";
import type { AssuranceLevel } from "#server/db/auth-tables.ts";
import { defineHotStatement } from "#server/db/hot-statements.ts";
import type { Db } from "#server/db/tables.ts";
import { isUuid } from "#server/db/uuid.ts";
import type { Clock } from "#server/system/clock.ts";
import { AuthError } from "./auth-error.ts";
import type { SigningKeys } from "./signing-keys.ts";

/** The caller, as they are at this request. */
export interface AuthenticatedSession {
  user_id: string;
  session_id: string;
  email: string;
  /** The assurance level: what the token says, but never more than the session has. */
  aal: AssuranceLevel;
  /** If set, only aal2 gives access to the account's data. */
  has_verified_factor: boolean;
  /** The app whose session this is; undefined where a person has signed in. */
  app: ConnectedApp | undefined;
}

/** An app that the owner has allowed to read, and what it may read. */
export interface ConnectedApp {
  client_id: string;
  scopes: readonly AppScope[];
}

/** The session of an app. */
export type AppSession = AuthenticatedSession & { app: ConnectedApp };

export interface SessionReader {
  /**
   * Checks the access token of an `Authorization` header and that its session still exists: one signature and one read
   * by primary key. The first use after a refresh is recorded with one write, because it proves that the refreshed
   * tokens arrived. Not to be called inside a transaction.
   * @param scopes the scopes that an app must have, all of them; without any, the call is not for apps
   * @throws AuthError no_authorization, bad_jwt, session_not_found or user_banned; insufficient_scope for an app that
   *   has not been allowed this; a database's error is passed on as it is, because a session is only gone when its row
   *   is
   */
  authenticate(
    authorizationHeader: string | undefined,
    scopes?: readonly AppScope[],
  ): Promise<AuthenticatedSession>;
  /**
   * The same for calls that only apps make, whatever their scopes.
   * @throws AuthError as above; bad_jwt for the token of a person
   */
  authenticateApp(authorizationHeader: string | undefined): Promise<AppSession>;
}

/** Checks tokens against their signing keys, and sessions against the database, on every call. */
export function createSessionReader({
  db,
  keys,
  clock,
}: {
  db: Db;
  keys: SigningKeys;
  clock: Clock;
}): SessionReader {
  const read = async (authorizationHeader: string | undefined): Promise<AuthenticatedSession> => {
    const accessToken = bearerToken(authorizationHeader);
    if (accessToken === undefined) throw new AuthError("no_authorization");
    const { sub, session_id, aal, refresh_counter } = await keys.verify(accessToken);
    if (!isUuid(sub)) {
      throw new AuthError("bad_jwt", { message: "invalid claim: sub claim must be a UUID" });
    }
    if (!isUuid(session_id)) {
      throw new AuthError("bad_jwt", { message: "invalid claim: session_id claim must be a UUID" });
    }

    const [session] = await readSession(db, { session_id });
    if (session?.user_id !== sub) throw new AuthError("session_not_found");
    requireNotBanned(session, clock.now());
    if (typeof refresh_counter === "number" && refresh_counter > session.used_counter) {
      await recordUse(db, { session_id, refresh_counter });
    }
    const app = findConnectedApp(session);
    if (app && !isRecent(session.app_used_at, clock.now())) {
      await recordAppUse(db, session_id, clock.now());
    }
    return {
      user_id: session.user_id,
      session_id,
      email: session.email,
      aal: findAssuranceLevel(aal, session),
      has_verified_factor: session.has_verified_factor,
      app,
    };
  };
  return {
    async authenticate(authorizationHeader, scopes = []) {
      const session = await read(authorizationHeader);
      const { app } = session;
      if (app && (scopes.length === 0 || !scopes.every((scope) => app.scopes.includes(scope)))) {
        throw new AuthError("insufficient_scope");
      }
      return session;
    },
    async authenticateApp(authorizationHeader) {
      const session = await read(authorizationHeader);
      const { app } = session;
      if (app === undefined) throw new AuthError("bad_jwt");
      return { ...session, app };
    },
  };
}

type SessionRow = {
  user_id: string;
  aal: AssuranceLevel;
  email: string;
  banned_until: Date | null;
  has_verified_factor: boolean;
  used_counter: number;
  oauth_client_id: string | null;
  scopes: AppScope[] | null;
  app_used_at: Date | null;
};

/** A session together with the current state of its account. The caller decides whether it may still act. */
export const readSession = defineHotStatement<{ session_id: string }, SessionRow>(
  "auth_session",
  (db, param) =>
    db
      .selectFrom("auth.sessions as session")
      .innerJoin("auth.users as user", "user.id", "session.user_id")
      .where("session.id", "=", param("session_id"))
      .select([
        "session.user_id",
        "session.aal",
        "session.used_counter",
        "session.oauth_client_id",
        "session.scopes",
        "session.app_used_at",
        "user.email",
        "user.banned_until",
      ])
      .select(hasVerifiedFactor().as("has_verified_factor")),
);

/** Whether the account of the surrounding query's `session` has a second factor. */
export function hasVerifiedFactor(): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from auth.mfa_factors
    where mfa_factors.user_id = session.user_id and mfa_factors.status = 'verified'
  )`;
}

/** A call's assurance level: what its token says, but never more than its session has. */
export function findAssuranceLevel(
  tokenAal: unknown,
  session: { aal: AssuranceLevel },
): AssuranceLevel {
  return tokenAal === "aal2" && session.aal === "aal2" ? "aal2" : "aal1";
}

export function isBanned({ banned_until }: { banned_until: Date | null }, now: Date): boolean {
  return banned_until !== null && banned_until > now;
}

/** @throws AuthError user_banned */
export function requireNotBanned(account: { banned_until: Date | null }, now: Date): void {
  if (isBanned(account, now)) throw new AuthError("user_banned");
}

/** The app that a session belongs to, if any. */
export function findConnectedApp({
  oauth_client_id,
  scopes,
}: Pick<SessionRow, "oauth_client_id" | "scopes">): ConnectedApp | undefined {
  return oauth_client_id === null
    ? undefined
    : { client_id: oauth_client_id, scopes: scopes ?? [] };
}

/** Often enough for the owner to see when it was last used, and seldom enough that not every call writes. */
const usesNotedEveryMs = 5 * minuteMs;

function isRecent(usedAt: Date | null, now: Date): boolean {
  return usedAt !== null && now.getTime() - usedAt.getTime() < usesNotedEveryMs;
}

async function recordAppUse(db: Db, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable("auth.sessions")
    .set({ app_used_at: now })
    .where("id", "=", sessionId)
    .execute();
}

/** If several calls do this at once, the highest counter wins. */
async function recordUse(
  db: Db,
  { session_id, refresh_counter }: { session_id: string; refresh_counter: number },
): Promise<void> {
  await db
    .updateTable("auth.sessions")
    .set({ used_counter: refresh_counter })
    .where("id", "=", session_id)
    .where("used_counter", "<", refresh_counter)
    .execute();
}

/** The token of an `Authorization` header. The name of the scheme may be written in any case (RFC 9110, 11.1). */
function bearerToken(header: string | undefined): string | undefined {
  return header?.match(/^bearer +([^\s]+) *$/i)?.[1];
}
