import type { Updateable } from "kysely";
import type { MfaChallengesTable } from "#server/db/auth-tables.ts";
import type { Tx } from "#server/db/tables.ts";

/** A challenge of a phone, with the columns that its text needs. */
export async function findTextChallenge(
  tx: Tx,
  { user_id, challenge_id }: { user_id: string; challenge_id: string },
) {
  return tx
    .selectFrom("auth.mfa_challenges as challenge")
    .innerJoin("auth.mfa_factors as factor", "factor.id", "challenge.factor_id")
    .where("challenge.id", "=", challenge_id)
    .where("factor.user_id", "=", user_id)
    .where("factor.factor_type", "=", "phone")
    .select([
      "challenge.factor_id",
      "challenge.expires_at",
      "challenge.text_sent_at",
      "factor.secret_encrypted",
    ])
    .executeTakeFirst();
}

export async function updateChallenge(
  tx: Tx,
  challengeId: string,
  changes: Updateable<MfaChallengesTable>,
): Promise<void> {
  await tx.updateTable("auth.mfa_challenges").set(changes).where("id", "=", challengeId).execute();
}
