import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Tx } from "#server/db/tables.ts";

const tokenBytes = 24;

/**
 * Invalidates every link to an owner's circles that someone may know: private links are replaced, and share links are
 * switched off. A link that has been answered by names the owner too, when the answer is sent again. No mail that was asked for before sends the new ones, nor does a reminder
 * by the clock to somebody who was invited before. Runs in the caller's transaction, which has locked the account.
 */
export async function replaceOwnerLinks(tx: Tx, userId: string, now: Date): Promise<void> {
  const people = await tx
    .selectFrom("invites")
    .innerJoin("circles", "circles.id", "invites.circle_id")
    .where("circles.user_id", "=", userId)
    .orderBy("invites.id")
    .select("invites.id")
    .execute();
  const renewed = people.map(({ id }) => ({
    id,
    invite_token: randomBytes(tokenBytes).toString("base64url"),
  }));
  // People before their circles: a submit locks them in that order.
  await sql`
    update invites set invite_token = renewed.invite_token
    from jsonb_to_recordset(${JSON.stringify(renewed)}::jsonb)
      as renewed (id uuid, invite_token text)
    where invites.id = renewed.id`.execute(tx);
  await tx
    .updateTable("circles")
    .set({ links_replaced_at: now })
    .where("user_id", "=", userId)
    .execute();
  await tx
    .updateTable("circles")
    .set({ open_link: "revoked", updated_at: now })
    .where("user_id", "=", userId)
    .where("open_link", "=", "open")
    .execute();
}
