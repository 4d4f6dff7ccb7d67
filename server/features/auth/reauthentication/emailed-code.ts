import { AuthError } from "#server/access/auth-error.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { isCodeOf, maxWrongCodes } from "../links/one-time-tokens.ts";
import type { UserRow } from "../queries.ts";
import { countSessionCodeAttempt, deleteRequestOfToken } from "./queries.ts";

/**
 * Checks a code that was emailed to this session, and counts the attempt. Not to be called inside a transaction: the
 * count must be kept.
 * @returns the id of the token for {@link redeemEmailedCode}
 * @throws AuthError reauthentication_not_valid, whether the code is wrong, used, too old, another session's, or was
 *   never emailed
 */
export async function checkEmailedCode(
  deps: Pick<AuthDeps, "db" | "clock" | "secrets">,
  user: Pick<UserRow, "id" | "email">,
  { session, nonce, caller }: { session: AuthenticatedSession; nonce: string; caller: Caller },
): Promise<string> {
  const { db, secrets, clock } = deps;
  const { session_id } = session;
  const now = clock.now();
  const checked = await inTransaction(db, async (tx) => {
    const token = await countSessionCodeAttempt(
      tx,
      { session_id, address: user.email, now },
      maxWrongCodes,
    );
    const code = nonce.replace(/\s/g, "");
    const isRight = isCodeOf(secrets, token, { address: user.email, code });
    await recordAudit(
      tx,
      "user_reauthenticated",
      { user_id: user.id, session_id, caller, now },
      { accepted: isRight, by: "emailed code" },
    );
    return isRight ? token : undefined;
  });
  if (checked === undefined) throw new AuthError("reauthentication_not_valid");
  return checked.id;
}

/**
 * Uses up a checked code, in the transaction of the change that it permits.
 * @throws AuthError reauthentication_not_valid
 */
export async function redeemEmailedCode(tx: Tx, tokenId: string): Promise<void> {
  if (!(await deleteRequestOfToken(tx, tokenId))) throw new AuthError("reauthentication_not_valid");
}
