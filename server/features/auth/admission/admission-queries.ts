import type { Db, Tx } from "#server/db/tables.ts";

/** Whether the operator lets an address sign up. */
export async function isInvitedAddress(db: Db, email: string): Promise<boolean> {
  const found = await db
    .selectFrom("auth.invited_addresses")
    .where("email", "=", email)
    .select("email")
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether an owner has invited one of these addresses; an open link, which anyone may join, is no invitation. */
export async function isInvitee(db: Db, emails: readonly string[]): Promise<boolean> {
  const found = await db
    .selectFrom("invites")
    .where("email", "in", emails)
    .where("source", "=", "invited")
    .select("id")
    .executeTakeFirst();
  return found !== undefined;
}

/** @returns false if the address was there before */
export async function insertInvitedAddress(
  tx: Tx,
  address: { email: string; invited_at: Date },
): Promise<boolean> {
  const inserted = await tx
    .insertInto("auth.invited_addresses")
    .values(address)
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("email")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Forgets an invitation by the operator: its address has an account. */
export async function deleteInvitedAddress(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom("auth.invited_addresses").where("email", "=", email).execute();
}
