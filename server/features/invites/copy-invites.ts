import { randomUUID } from "node:crypto";
import type { OwnedCircle } from "#server/access/owned-circle.ts";
import type { Tx } from "#server/db/tables.ts";
import { makeInviteToken } from "./add-invites.ts";
import { listPeopleToCopy } from "./people-queries.ts";
import { insertInvites } from "./queries.ts";

/**
 * Asks the people of one paraline in another, each with a private link of their own. Nobody is written to. Who came by
 * the open link has no address and stays behind. Runs in the caller's transaction.
 */
export async function copyInvites(
  tx: Tx,
  from: OwnedCircle,
  to_circle_id: string,
  now: Date,
): Promise<void> {
  const people = await listPeopleToCopy(tx, from);
  await insertInvites(
    tx,
    to_circle_id,
    people.map((person) => ({ ...person, id: randomUUID(), invite_token: makeInviteToken() })),
    now,
  );
}
