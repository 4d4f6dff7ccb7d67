import { randomUUID } from "node:crypto";
import { daySeconds } from "#contract/values/durations.ts";
import { type SigningKeys, tokenAudience, tokenIssuer } from "#server/access/signing-keys.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Clock } from "#server/system/clock.ts";
import { insertRow } from "./database/rows.ts";
import { seedOwner } from "./seed-circle.ts";

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
    config: { publicUrl },
  }: { db: Db; keys: SigningKeys; clock: Clock; config: { publicUrl: string } },
  given: { email?: string; full_name?: string; time_zone?: string | null; proven?: boolean } = {},
): Promise<TestOwner> {
  const sessionId = randomUUID();
  const now = clock.now();
  const { user_id, email } = await inTransaction(db, async (tx) => {
    const owner = await seedOwner(tx, { full_name: "", ...given, now });
    await insertRow(tx, "auth.sessions", {
      id: sessionId,
      user_id: owner.user_id,
      aal: "aal1",
      amr: JSON.stringify([{ method: "password", timestamp: Math.floor(now.getTime() / 1000) }]),
      refreshed_at: now,
      created_at: now,
    });
    return owner;
  });
  const issued = Math.floor(now.getTime() / 1000);
  const accessToken = await keys.sign({
    iss: tokenIssuer(publicUrl),
    sub: user_id,
    aud: tokenAudience,
    iat: issued,
    exp: issued + 2000 * daySeconds,
    session_id: sessionId,
    aal: "aal1",
    email,
  });
  return { user_id, email, access_token: accessToken };
}
