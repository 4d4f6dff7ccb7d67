import { paths } from "#contract/paths.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { findUser, lockUser } from "../queries.ts";
import { removeSignInMethods } from "../recovery/remove-sign-in-methods.ts";
import { requestNotice } from "../request-notice.ts";
import { linkHash } from "./one-time-tokens.ts";
import { findTokenByLink, lockAccountsOf, lockTokenByLink } from "./queries.ts";

/** The `type` in the link of a mail about a new sign-in. */
export const disownType = "not_me";

/**
 * The address of the account that the link would sign out everywhere; undefined if the link no longer works. Read-only.
 */
export async function findDisowned(
  { db, clock }: Pick<AuthDeps, "db" | "clock">,
  linkToken: string,
): Promise<string | undefined> {
  const token = await findTokenByLink(db, linkHash(linkToken));
  if (token?.purpose !== "not_me" || token.expires_at <= clock.now()) return undefined;
  const user = token.user_id === null ? undefined : await findUser(db, token.user_id);
  return user?.email === token.relates_to ? user.email : undefined;
}

/**
 * Signs everyone out of an account whose owner says that a sign-in was not theirs. Every session ends, and everything
 * that signs in to the account by itself (the password, passkeys, connected accounts) is removed, because the stranger
 * could use it again. The second steps stay. The account's known networks and devices, which include the stranger's,
 * are deleted. The link lets no one in: somebody with a copy of the mail can only sign everyone out. The owner signs in
 * again by a recovery email.
 * @returns the page to which the owner is sent; undefined if the link no longer works
 */
export async function disownSignIn(
  deps: AuthDeps,
  { linkToken, caller }: { linkToken: string; caller: Caller },
): Promise<URL | undefined> {
  const isDone = await inTransaction(deps.db, (tx) => disown(tx, deps, { linkToken, caller }));
  return isDone ? new URL(`${deps.config.publicUrl}${signedOutPath}`) : undefined;
}

/** The page that says that everybody was signed out, and offers a recovery email. */
const signedOutPath = `${paths.auth}?mode=signed-out`;

async function disown(
  tx: Tx,
  deps: AuthDeps,
  { linkToken, caller }: { linkToken: string; caller: Caller },
): Promise<boolean> {
  const now = deps.clock.now();
  const hashedLink = linkHash(linkToken);
  await lockAccountsOf(tx, { link_hash: hashedLink });
  const token = await lockTokenByLink(tx, hashedLink);
  if (token?.purpose !== "not_me" || token.expires_at <= now) return false;
  const user = token.user_id === null ? undefined : await lockUser(tx, token.user_id);
  if (user === undefined || user.email !== token.relates_to) return false;
  const disconnected = await removeSignInMethods(tx, user, {
    except: undefined,
    keepsProviders: false,
    now,
  });
  await requestNotice(tx, deps, "auth_sign_in_disowned", user);
  await recordAudit(
    tx,
    "sign_in_disowned",
    { user_id: user.id, caller, now },
    disconnected.length === 0 ? {} : { disconnected: disconnected.join(" ") },
  );
  return true;
}
