import { randomUUID } from "node:crypto";
import type { Hono } from "hono";
import type { JWTPayload } from "jose";
import type { AuthDeps } from "#server/features/auth/auth-deps.ts";
import { newEmailIdentity } from "#server/features/auth/identities.ts";
import { authRoutes } from "#server/features/auth/routes.ts";
import type { AppEnv } from "#server/http/request-context.ts";
import { changeRows, insertRow } from "../database/rows.ts";
import { createTestOwner } from "../owners.ts";

/** An account with everything that an address of `/auth/v1` can name. */
export type TestCaller = Awaited<ReturnType<typeof createTestCaller>>;

/**
 * Stores an account that is signed in, with its email identity and an authenticator app. It has no password, because
 * hashing one takes time.
 * @param factor whether the account's second step depends on the app
 */
export async function createTestCaller(
  deps: Pick<AuthDeps, "db" | "keys" | "clock" | "secrets"> & { config: { publicUrl: string } },
  { factor = "unverified", ...given }: { factor?: "verified" | "unverified"; email?: string } = {},
) {
  const { db, keys, clock } = deps;
  const { user_id, email, access_token } = await createTestOwner(deps, given);
  const claims = await keys.verify(access_token);
  const now = clock.now();
  const { email: _derived, ...identity } = { email, ...newEmailIdentity({ user_id, email, now }) };
  await db
    .insertInto("auth.identities")
    .values({ ...identity, identity_data: JSON.stringify(identity.identity_data) })
    .execute();
  const factorId = randomUUID();
  await insertRow(db, "auth.mfa_factors", {
    id: factorId,
    user_id,
    factor_type: "totp",
    friendly_name: `app ${factorId}`,
    status: factor,
    secret_encrypted: deps.secrets.encrypt(Buffer.from("JBSWY3DPEHPK3PXP"), factorId),
    created_at: now,
    updated_at: now,
  });
  return {
    user_id,
    email,
    access_token,
    session_id: String(claims.session_id),
    factor_id: factorId,
    identity_id: identity.id,
    /** Signs a token of the same session with other claims. */
    sign: (changed: JWTPayload) => keys.sign({ ...claims, ...changed }),
  };
}

/** Makes a caller's session one that has passed the second step, and returns its token. */
export async function passSecondStep(
  { db }: Pick<AuthDeps, "db">,
  caller: TestCaller,
): Promise<string> {
  await changeRows(db, "auth.sessions", { id: caller.session_id }, { aal: "aal2" });
  return caller.sign({ aal: "aal2" });
}

/** Stores the account of an operator, with a session that has passed its second step. */
export async function createTestOperator(
  deps: Parameters<typeof createTestCaller>[0],
  email: string,
): Promise<TestCaller> {
  const caller = await createTestCaller(deps, { factor: "verified", email });
  return { ...caller, access_token: await passSecondStep(deps, caller) };
}

/** Every call that `/auth/v1` serves, as `METHOD /path`, sorted; read from its routes, so that none is forgotten. */
export function listAuthRoutes(deps: AuthDeps): string[] {
  const app: Hono<AppEnv> = authRoutes(deps);
  const calls = app.routes.filter(({ method }) => method !== "ALL");
  return [...new Set(calls.map(({ method, path }) => `${method} ${path}`))].toSorted();
}
