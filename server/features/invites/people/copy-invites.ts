import { randomUUID } from "node:crypto";
import type { OwnedCircle } from "#server/access/owned-circle.ts";
import type { Tx } from "#server/db/tables.ts";
import { insertInvites } from "../queries.ts";
import { createInviteToken } from "./add-invites.ts";
import { listPeopleToCopy } from "./people-queries.ts";

/**
 * Copies the people of one circle to another, each with their own private link. No email is sent. People who
 * joined through the open link have no address and are not copied. Runs in the caller's transaction.
 */
export async function copyInvites(
  tx: Tx,
  from: OwnedCircle,
  toCircleId: string,
  now: Date,
): Promise<void> {
  const people = await listPeopleToCopy(tx, from);
  await insertInvites(
    tx,
    { circle_id: toCircleId, user_id: from.user_id },
    people.map((person) => ({ ...person, id: randomUUID(), invite_token: createInviteToken() })),
    now,
  );
}
