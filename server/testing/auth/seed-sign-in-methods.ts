import { randomBytes, randomUUID } from "node:crypto";
import type { Db } from "#server/db/tables.ts";
import { insertRow, readRow } from "../database/rows.ts";
import { seedOwner } from "../seed-circle.ts";

/** What rows of sign-in methods are made from. No test signs in with them. */
type Seeded = { user_id: string; now: Date; name?: string };

export async function seedSecondStep(
  db: Db,
  { user_id, now, name = "Phone" }: Seeded,
): Promise<void> {
  await insertRow(db, "auth.mfa_factors", {
    id: randomUUID(),
    user_id,
    factor_type: "totp",
    friendly_name: name,
    status: "verified",
    secret_encrypted: Buffer.alloc(40),
    created_at: now,
    updated_at: now,
  });
}

export async function seedPasskey(
  db: Db,
  { user_id, now, name = "Laptop" }: Seeded,
): Promise<void> {
  await insertRow(db, "auth.passkeys", {
    id: randomUUID(),
    user_id,
    credential_id: randomUUID(),
    credential: JSON.stringify({ public_key: "key" }),
    friendly_name: name,
    created_at: now,
    updated_at: now,
  });
}

/** Stores a provider's account as one with which somebody signs in. @returns the id of that connection */
export async function seedIdentity(
  db: Db,
  { user_id, now, ...claims }: { user_id: string; now: Date; sub: string; email?: string },
): Promise<string> {
  const id = randomUUID();
  await insertRow(db, "auth.identities", {
    id,
    user_id,
    provider: "google",
    provider_id: claims.sub,
    identity_data: JSON.stringify(claims),
    last_sign_in_at: now,
    created_at: now,
    updated_at: now,
  });
  return id;
}

export async function seedRecoveryCodes(db: Db, { user_id, now }: Seeded): Promise<void> {
  await insertRow(db, "auth.recovery_code_sets", {
    id: randomUUID(),
    user_id,
    friendly_name: "Recovery codes",
    key_encrypted: Buffer.alloc(61),
    created_at: now,
    updated_at: now,
  });
}

/** Stores an account with one second step of each type, a passkey and a session. */
export async function seedSignInMethods(db: Db): Promise<{ user_id: string; email: string }> {
  const now = new Date();
  const { user_id, email } = await seedOwner(db, { now });
  await seedSecondStep(db, { user_id, now });
  await seedPasskey(db, { user_id, now });
  await seedRecoveryCodes(db, { user_id, now });
  await insertRow(db, "auth.sessions", {
    id: randomUUID(),
    user_id,
    aal: "aal1",
    amr: "[]",
    refreshed_at: now,
    created_at: now,
  });
  return { user_id, email };
}

/** Stores a provider's account that is being connected in a session of this account. */
export async function seedProviderSignIn(db: Db, { user_id, now }: Seeded): Promise<void> {
  const session = await readRow(db, "auth.sessions", { user_id }, ["id", "refresh_floor"]);
  await insertRow(db, "auth.provider_sign_ins", {
    id: randomUUID(),
    state_hash: randomBytes(32),
    provider: "google",
    redirect_to: "http://localhost:3000/settings",
    code_challenge: "x".repeat(43),
    code_challenge_method: "s256",
    user_id,
    session_id: session.id,
    refresh_floor: session.refresh_floor,
    request_encrypted: Buffer.alloc(32),
    created_at: now,
  });
}
