import { requireNotBanned } from "#server/access/session.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { mayCreateAccount } from "../admission/account-admission.ts";
import { newAccount, storeAccount } from "../admission/new-account.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { deleteMagicLinkFlows, type FlowRow } from "../flow-queries.ts";
import type { CodeChallenge } from "../http/pkce.ts";
import { emailKey, isMailAllowed } from "../limits.ts";
import {
  findUser,
  findUserByEmail,
  lockUser,
  lockUserByEmail,
  setEmailIdentity,
  type UserRow,
} from "../queries.ts";
import { findKnownNetwork } from "../sessions/known-networks.ts";
import { proveAddress } from "./apply-proof.ts";
import { requestLinkMail } from "./request-link-mail.ts";

/**
 * Requests an email with a link and a code for signing in. The response and its duration are the same whether or not the
 * address has an account, and whether or not it may get one.
 */
export async function requestMagicLink(
  deps: AuthDeps,
  request: {
    email: string;
    /** Whether an account is made for an address that has none, once the address is proven. */
    create_user: boolean;
    /** The data of the new account, if the link is used in the browser that asked. */
    data: Record<string, unknown>;
    redirect_to: URL;
    challenge: CodeChallenge | undefined;
    caller: Caller;
  },
): Promise<void> {
  const { email, create_user, data, redirect_to, challenge, caller } = request;
  if (!(await isMailAllowed(deps.limiter, await countedAs(deps, request)))) return;
  await inTransaction(deps.db, async (tx) => {
    const user = await lockUserByEmail(tx, email);
    await requestLinkMail(tx, deps, {
      method: "magiclink",
      emails: [{ kind: "auth_magic_link", to_address: email }],
      email,
      user_id: user?.id,
      redirect_to,
      challenge,
      asked_by_account: false,
      ...(create_user && { data }),
    });
    await recordAudit(tx, "user_sign_in_link_requested", {
      user_id: user?.id,
      caller,
      now: deps.clock.now(),
    });
  });
}

/**
 * The key under which a request is counted: an unproven address by itself, because its account can be made again; a
 * proven one by account and known network, because strangers must not use up the owner's limit.
 */
async function countedAs(
  deps: AuthDeps,
  { email, create_user, caller }: { email: string; create_user: boolean; caller: Caller },
): Promise<string> {
  const user = await findUserByEmail(deps.db, email);
  const mayBeNew = (await mayCreateAccount(deps.db, deps.config, email)) && create_user;
  const provenId = user?.email_proven_at ? user.id : undefined;
  const network = await findKnownNetwork(deps, { user_id: provenId, caller });
  const about =
    provenId === undefined
      ? user || mayBeNew
        ? "unproven"
        : "nobody"
      : `${provenId} ${network ?? ""}`;
  return `sign-in link ${about} ${emailKey(deps.secrets, email)}`;
}

type MagicLinkFlow = Pick<FlowRow, "id" | "user_id" | "email" | "user_metadata">;

/** Tells what a sign-in link would do now: sign in to an account, create one, or nothing any more. Read-only. */
export async function findMagicLinkEffect(
  db: Db,
  { config }: Pick<AuthDeps, "config">,
  flow: MagicLinkFlow,
): Promise<{ user: UserRow } | "creates_account" | undefined> {
  const user = await (flow.user_id === null
    ? findUserByEmail(db, flow.email)
    : findUser(db, flow.user_id));
  if (user) return user.email === flow.email ? { user } : undefined;
  return (await mayBeMade(db, config, flow)) ? "creates_account" : undefined;
}

async function mayBeMade(
  db: Db,
  config: AuthDeps["config"],
  flow: MagicLinkFlow,
): Promise<boolean> {
  const isWanted = flow.user_id === null && flow.user_metadata !== null;
  return isWanted && (await mayCreateAccount(db, config, flow.email));
}

/**
 * The account that a sign-in link or its code signs in to, which is created only now, so that nobody creates accounts
 * for others. A stranger may have asked unless `isSameBrowser`, so their data is not used.
 */
export async function signInByMagicLink(
  tx: Tx,
  deps: AuthDeps,
  flow: MagicLinkFlow,
  {
    byAccount,
    isSameBrowser,
    caller,
  }: { byAccount: boolean; isSameBrowser: boolean; caller: Caller },
): Promise<string | undefined> {
  const { config, clock } = deps;
  const now = clock.now();
  const user = await (flow.user_id === null
    ? lockUserByEmail(tx, flow.email)
    : lockUser(tx, flow.user_id));
  if (user) {
    if (user.email !== flow.email) return undefined;
    requireNotBanned(user, now);
    await proveAddress(tx, deps, user, { byAccount, flowId: flow.id, caller });
    await deleteMagicLinkFlows(tx, user);
    return user.id;
  }
  if (!(await mayBeMade(tx, config, flow))) return undefined;
  const account = newAccount({
    email: flow.email,
    data: isSameBrowser ? (flow.user_metadata ?? {}) : {},
    password_hash: null,
    email_confirmed_at: now,
    email_proven_at: now,
    confirmation_sent_at: null,
    now,
  });
  if (!(await storeAccount(tx, account))) {
    // Another request has just created the account, so it is found now.
    return signInByMagicLink(tx, deps, flow, { byAccount, isSameBrowser, caller });
  }
  const { id, email } = account.user;
  await setEmailIdentity(tx, id, { email, isProven: true, now });
  await recordAudit(tx, "user_signedup", { user_id: id, caller, now });
  await deleteMagicLinkFlows(tx, account.user);
  return id;
}
