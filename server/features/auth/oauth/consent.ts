import { randomUUID } from "node:crypto";
import type { AppScope } from "#contract/auth/scopes.ts";
import { AuthError } from "#server/access/auth-error.ts";
import { lockStrongSession } from "#server/access/lock-session.ts";
import { type AuthenticatedSession, findAssuranceLevel } from "#server/access/session.ts";
import { tokenIssuer } from "#server/access/signing-keys.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import type { UserRow } from "../queries.ts";
import { requestNotice } from "../request-notice.ts";
import { requireReauthentication } from "../require-reauthentication.ts";
import { isFreshSignIn } from "../sessions/fresh-sign-in.ts";
import type { SessionRow } from "../sessions/queries.ts";
import { createSecret, secretHash } from "./authenticate-client.ts";
import {
  type AuthorizationRow,
  type ClientRow,
  findClient,
  findConsent,
  lockAuthorization,
  markClientApproved,
  updateAuthorization,
  upsertConsent,
} from "./queries.ts";
import { buildRedirectUrl } from "./redirect-uris.ts";

/** An app as the consent page and the list of connected apps show it. */
export function clientView({
  id,
  name,
  uri,
  logo_uri,
}: Pick<ClientRow, "id" | "name" | "uri" | "logo_uri">) {
  return { id, name, uri: uri ?? "", logo_uri: logo_uri ?? "" };
}

type Asking = { session: AuthenticatedSession; publicId: string; caller: Caller };

/**
 * Returns what an app asks for; after this, no other account can answer. An owner who has just signed in, and has
 * allowed as much before, is not asked again.
 */
export async function readAuthorization(deps: AuthDeps, { session, publicId, caller }: Asking) {
  return inTransaction(deps.db, async (tx) => {
    const { user, session: present } = await lockStrongSession(tx, deps, session);
    const authorization = await lockAuthorization(tx, secretHash("authorization", publicId));
    const client = authorization && (await findClient(tx, authorization.client_id));
    const now = deps.clock.now();
    if (!authorization || !client || !isOpenFor(authorization, user.id, now)) throw notFound();
    if (authorization.user_id === null) {
      await updateAuthorization(tx, authorization.id, { user_id: user.id });
    }
    const consent = await findConsent(tx, { user_id: user.id, client_id: client.id });
    const isKnown = authorization.scopes.every((scope) => consent?.scopes.includes(scope));
    if (isKnown && !authorization.always_asks && (await isFreshSignIn(tx, deps, session))) {
      return approve(tx, deps, { session, user, present, authorization, caller });
    }
    return {
      authorization_id: publicId,
      redirect_uri: authorization.redirect_uri,
      client: clientView(client),
      user: { id: user.id, email: user.email },
      scope: authorization.scopes.join(" "),
    };
  });
}

/**
 * Stores the owner's answer. The app may read for longer than the session lasts, so a stolen token must not be enough
 * to connect one.
 */
export async function answerAuthorization(
  deps: AuthDeps,
  {
    session,
    publicId,
    isApproved,
    current_password,
    caller,
  }: Asking & { isApproved: boolean; current_password: string | undefined },
): Promise<{ redirect_url: string }> {
  const requirePermitted = isApproved
    ? await requireReauthentication(deps, { session, current_password, caller }, "connect an app")
    : undefined;
  return inTransaction(deps.db, async (tx) => {
    const { user, session: present } = await lockStrongSession(tx, deps, session);
    const authorization = await lockAuthorization(tx, secretHash("authorization", publicId));
    const now = deps.clock.now();
    // Only the account that has read the request may answer it.
    if (!authorization || authorization.user_id !== user.id) throw notFound();
    if (authorization.status !== "pending") {
      throw new AuthError("validation_failed", { message: "This request was answered already." });
    }
    if (authorization.expires_at <= now) throw notFound();
    if (!requirePermitted) {
      await updateAuthorization(tx, authorization.id, { status: "denied" });
      return answer(deps, authorization, {
        error: "access_denied",
        error_description: "The owner of the account did not allow it.",
      });
    }
    await requirePermitted(tx, user);
    return approve(tx, deps, { session, user, present, authorization, caller });
  });
}

function isOpenFor(authorization: AuthorizationRow, userId: string, now: Date): boolean {
  const { status, expires_at, user_id } = authorization;
  return status === "pending" && expires_at > now && (user_id === null || user_id === userId);
}

function notFound(): AuthError {
  return new AuthError("oauth_authorization_not_found");
}

/**
 * Gives the app a code, stores its scopes and its level, and emails the owner. An app never gets a higher level than
 * the session that connected it, and is never connected without an email.
 */
async function approve(
  tx: Tx,
  deps: Pick<AuthDeps, "clock" | "config" | "jobs">,
  {
    session,
    user,
    present,
    authorization,
    caller,
  }: {
    session: AuthenticatedSession;
    user: UserRow;
    present: SessionRow;
    authorization: AuthorizationRow;
    caller: Caller;
  },
): Promise<{ redirect_url: string }> {
  const now = deps.clock.now();
  const { client_id, scopes } = authorization;
  const { user_id } = session;
  const consent = await findConsent(tx, { user_id, client_id });
  await upsertConsent(tx, {
    id: randomUUID(),
    user_id,
    client_id,
    scopes: joinScopes(consent?.scopes ?? [], scopes),
    granted_at: consent?.granted_at ?? now,
  });
  await markClientApproved(tx, client_id, now);
  const code = createSecret();
  await updateAuthorization(tx, authorization.id, {
    status: "approved",
    code_hash: secretHash("code", code),
    code_issued_at: now,
    aal: findAssuranceLevel(session.aal, present),
    amr: JSON.stringify(present.amr),
    factor_id: present.factor_id,
    passkey_id: present.passkey_id,
    signed_in_at: present.created_at,
  });
  await recordAudit(
    tx,
    "oauth_consent_granted",
    { session, caller, now },
    { client_id, scopes: scopes.join(" ") },
  );
  await requestNotice(tx, deps, "auth_app_connected", user);
  return answer(deps, authorization, { code });
}

function joinScopes(one: readonly AppScope[], other: readonly AppScope[]): AppScope[] {
  return [...new Set([...one, ...other])];
}

/**
 * The address to which the browser is sent. Its `iss` says which server answers, for apps that use several servers (RFC
 * 9207).
 */
function answer(
  { config }: Pick<AuthDeps, "config">,
  { redirect_uri, state }: AuthorizationRow,
  parameters: Record<string, string>,
): { redirect_url: string } {
  const iss = tokenIssuer(config.publicUrl);
  return { redirect_url: buildRedirectUrl(redirect_uri, { ...parameters, state, iss }) };
}
