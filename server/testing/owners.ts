import { randomUUID } from "node:crypto";
import { type SigningKeys, tokenAudience, tokenIssuer } from "#server/access/signing-keys.ts";
import type { Clock } from "#server/clock.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";

/** A signed-in person of a test. */
export interface TestOwner {
  user_id: string;
  email: string;
  access_token: string;
}

/** Stores an account with a session, as sign-up would, without the cost of a password hash. */
export async function createTestOwner(
  {
    db,
    keys,
    clock,
    config: { public_url },
  }: { db: Db; keys: SigningKeys; clock: Clock; config: { public_url: string } },
  given: { email?: string; full_name?: string; time_zone?: string | null; proven?: boolean } = {},
): Promise<TestOwner> {
  const user_id = randomUUID();
  const session_id = randomUUID();
  const email = given.email ?? `owner-${user_id.slice(0, 8)}@paraline.example`;
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    await tx
      .insertInto("auth.users")
      .values({
        id: user_id,
        email,
        email_confirmed_at: now,
        email_proven_at: (given.proven ?? true) ? now : null,
        password_hash: null,
        new_email: null,
        app_metadata: JSON.stringify({ provider: "email", providers: ["email"] }),
        user_metadata: "{}",
        last_sign_in_at: now,
        confirmation_sent_at: null,
        recovery_sent_at: null,
        email_change_sent_at: null,
        created_at: now,
        updated_at: now,
      })
      .execute();
    await tx
      .insertInto("auth.sessions")
      .values({
        id: session_id,
        user_id,
        aal: "aal1",
        amr: "[]",
        refreshed_at: now,
        user_agent: null,
        ip: null,
        created_at: now,
      })
      .execute();
    await tx
      .insertInto("profiles")
      .values({
        user_id,
        full_name: given.full_name ?? "",
        time_zone: given.time_zone === undefined ? "UTC" : given.time_zone,
        created_at: now,
        updated_at: now,
      })
      .execute();
  });
  const issued = Math.floor(now.getTime() / 1000);
  const access_token = await keys.sign({
    iss: tokenIssuer(public_url),
    sub: user_id,
    aud: tokenAudience,
    iat: issued,
    exp: issued + 30 * 86_400,
    session_id,
    aal: "aal1",
    email,
  });
  return { user_id, email, access_token };
}
