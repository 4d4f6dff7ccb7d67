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
      email === null
        ? where("id", "=", id)
        : where.and([
            where("email", "=", email),
            where(
              "circle_id",
              "in",
              where.selectFrom("circles").where("user_id", "=", owner).select("circles.id"),
            ),
          ]),
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
    .innerJoin("circles", "circles.id", "invites.circle_id")
    .where("circles.user_id", "=", owner)
    .where("invites.email", "in", emails)
    .where("invites.label", "is not", null)
    .orderBy("invites.created_at")
    .select(({ ref }) => [
      ref("invites.email").$notNull().as("email"),
      ref("invites.label").$notNull().as("label"),
    ])
    .execute();
  return new Map(rows.map(({ email, label }) => [email, label]));
}
