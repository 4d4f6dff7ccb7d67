import type { Db } from "#server/db/tables.ts";
import { listStoredMails } from "./queries.ts";
import type { Outbox } from "./transport-outbox.ts";

/** Removes the mails from the outbox whose rows were deleted, with their circle, their person or their account. */
export async function clearOutbox({
  db,
  outbox,
}: {
  db: Db;
  outbox: Outbox | undefined;
}): Promise<void> {
  await outbox?.removeExcept((mailIds) => listStoredMails(db, mailIds));
}
