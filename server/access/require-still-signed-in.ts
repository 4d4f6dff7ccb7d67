import type { Db } from "#server/db/tables.ts";
import type { Clock } from "#server/system/clock.ts";
import { AuthError } from "./auth-error.ts";
import { ownerFrom } from "./owner.ts";
import { type AuthenticatedSession, levelOf, readSession, requireNotBanned } from "./session.ts";

/**
 * For a response that keeps reading long after its call was authorized: checks the session again, as of now. One read
 * by primary key and no lock, so no transaction is needed, and once a minute the check at the sign-in server, if
 * there is one; a read that was done before this returns was done in time.
 * @throws AuthError session_not_found, user_banned, and service_unavailable where the sign-in server does not answer;
 *   DomainError insufficient_aal
 */
export async function requireStillSignedIn(
  db: Db,
  { clock }: { clock: Clock },
  asked: AuthenticatedSession,
): Promise<void> {
  const { session_id } = asked;
  await asked.checkAgain?.();
  const [session] = await readSession(db, { session_id });
  if (session?.user_id !== asked.user_id) throw new AuthError("session_not_found");
  requireNotBanned(session, clock.now());
  const { has_verified_factor } = session;
  ownerFrom({ ...asked, aal: levelOf(asked.aal, session), has_verified_factor });
}

/**
 * Passes on what is read piece by piece, each piece only if the session may still act after it was read.
 * @throws as {@link requireStillSignedIn}
 */
export async function* whileSignedIn<Piece>(
  db: Db,
  deps: { clock: Clock },
  asked: AuthenticatedSession,
  pieces: AsyncIterable<Piece>,
): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    await requireStillSignedIn(db, deps, asked);
    yield piece;
  }
}
