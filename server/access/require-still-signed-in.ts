import type { Db } from "#server/db/tables.ts";
import type { Clock } from "#server/system/clock.ts";
import { AuthError } from "./auth-error.ts";
import { ownerFrom } from "./owner.ts";
import {
  type AuthenticatedSession,
  findAssuranceLevel,
  readSession,
  requireNotBanned,
} from "./session.ts";

/**
 * Checks the session again, as of now, for a response that keeps reading long after its call was authorized. It reads
 * one row by primary key without a lock, so no transaction is needed. Whatever was read before this returns was read while the session could still act.
 * @throws AuthError session_not_found, user_banned; DomainError insufficient_aal
 */
export async function requireStillSignedIn(
  db: Db,
  { clock }: { clock: Clock },
  asked: AuthenticatedSession,
): Promise<void> {
  const { session_id } = asked;
  const [session] = await readSession(db, { session_id });
  if (session?.user_id !== asked.user_id) throw new AuthError("session_not_found");
  requireNotBanned(session, clock.now());
  const { has_verified_factor } = session;
  ownerFrom({ ...asked, aal: findAssuranceLevel(asked.aal, session), has_verified_factor });
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
