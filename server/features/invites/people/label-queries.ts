import type { Label } from "#contract/invites/invites.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Tx } from "#server/db/tables.ts";

/** Changes the label of a person: for this invite, and for all others of this owner to the same address. */
export async function setLabel(
  tx: Tx,
  owner: OwnerId,
  { id, email }: { id: string; email: string | null },
  label: Label | null,
): Promise<void> {
  await tx
    .updateTable("invites")
    .set({ label })
    .where((where) =>
      email === null ? where("id", "=", id) : where.and({ user_id: owner, email }),
    )
    .execute();
}

/** The labels that an owner has given to people with these addresses; addresses without one are left out. */
export async function listLabels(
  tx: Tx,
  owner: OwnerId,
  emails: readonly string[],
): Promise<Map<string, Label>> {
  if (emails.length === 0) return new Map();
  const rows = await tx
    .selectFrom("invites")
    .where("user_id", "=", owner)
    .where("email", "in", emails)
    .where("label", "is not", null)
    .orderBy("created_at")
    .select(({ ref }) => [ref("email").$notNull().as("email"), ref("label").$notNull().as("label")])
    .execute();
  return new Map(rows.map(({ email, label }) => [email, label]));
}
