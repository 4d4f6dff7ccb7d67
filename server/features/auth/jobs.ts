import { dayMs } from "#contract/values/durations.ts";
import { rotateSigningKeys } from "#server/access/rotate-signing-keys.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { JobHandler } from "#server/jobs/jobs.ts";
import { deleteEmailsToNobody } from "#server/mail/queries.ts";
import type { AuthDeps } from "./auth-deps.ts";
import { deleteExpiredApps } from "./oauth/queries.ts";
import { deleteOldSignIns } from "./providers/queries.ts";
import { deleteExpired } from "./queries.ts";

/** Deletes expired rows in small batches, so that no other transaction waits long for it. */
export function clearExpiredAuth({
  db,
  clock,
}: Pick<AuthDeps, "db" | "clock">): JobHandler<"clear_expired_auth"> {
  return async () => {
    for (const deletePortion of [deleteExpired, deleteOldSignIns, deleteExpiredApps]) {
      let mayBeMore = true;
      while (mayBeMore) {
        mayBeMore = await inTransaction(db, (tx) => deletePortion(tx, clock.now()));
      }
    }
    await deleteEmailsToNobody(db, new Date(clock.now().getTime() - 3 * dayMs));
  };
}

/** Changes the signing key when a change is due, and logs it. */
export function rotateKeys(
  deps: Parameters<typeof rotateSigningKeys>[0] & Pick<AuthDeps, "log">,
): JobHandler<"rotate_signing_keys"> {
  return async () => {
    const rotation = await rotateSigningKeys(deps);
    const { prepared, activated, removed } = rotation;
    if (prepared || activated || removed.length > 0)
      deps.log.info(rotation, "signing keys rotated");
  };
}
