import type { Db } from "#server/db/tables.ts";
import { listStoredEmails } from "./queries.ts";
import type { Outbox } from "./transport-outbox.ts";

/** Removes emails from the outbox if their rows were deleted with their circle, person or account. */
export async function clearOutbox({
  db,
  outbox,
}: {
  db: Db;
  outbox: Outbox | undefined;
}): Promise<void> {
  await outbox?.removeExcept((emailIds) => listStoredEmails(db, emailIds));
}
