import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Tx } from "#server/db/tables.ts";

const tokenBytes = 24;

/**
 * Invalidates every link to an owner's circles that someone may know. Private links are replaced, even used ones,
 * because their page names the owner; share links are turned off. Emails that were requested before do not contain
 * the new links, nor do scheduled reminders to people who were invited before. Runs in the caller's transaction, which
 * has locked the account.
 */
export async function replaceOwnerLinks(tx: Tx, userId: string, now: Date): Promise<void> {
  const people = await tx
    .selectFrom("invites")
    .where("user_id", "=", userId)
    .orderBy("id")
    .select("id")
    .execute();
  const renewed = people.map(({ id }) => ({
    id,
    invite_token: randomBytes(tokenBytes).toString("base64url"),
  }));
  // People are locked before their circles, as a submission does.
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
