import { minuteMs } from "#contract/values/durations.ts";
import { type MailKind, mailKindsOfInvitees } from "#server/db/mail-kinds.ts";
import type { Db } from "#server/db/tables.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Metrics } from "#server/telemetry/metrics.ts";
import { notSentReasons } from "./failure-reasons.ts";
import { failLostEmails } from "./queries.ts";

const lostAfterMs = 10 * minuteMs;
const batchSize = 1000;

/** They may have been sent before the process died or the queue lost them, so they are not sent again. */
export async function expireLostEmails({
  db,
  clock,
  metrics,
}: {
  db: Db;
  clock: Clock;
  metrics: Pick<Metrics, "countMailFailure">;
}): Promise<void> {
  const lost = {
    before: new Date(clock.now().getTime() - lostAfterMs),
    reason: notSentReasons.cutShort,
    limit: batchSize,
  };
  let kinds: MailKind[];
  do {
    kinds = await failLostEmails(db, lost);
    for (const kind of kinds) {
      if (!mailKindsOfInvitees.has(kind)) metrics.countMailFailure("cut_short");
    }
  } while (kinds.length === batchSize);
}
