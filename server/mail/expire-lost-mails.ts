import { minuteMs } from "#contract/values/durations.ts";
import type { Db } from "#server/db/tables.ts";
import type { Clock } from "#server/system/clock.ts";
import { notSentReasons } from "./failure-reasons.ts";
import { failLostMails } from "./queries.ts";

const lostAfterMs = 10 * minuteMs;
const batchSize = 1000;

/**
 * Gives up mails that no job will send, because the process died on their last attempt or the queue has lost them. They
 * may have been sent before that, so they are not sent again.
 */
export async function expireLostMails({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const lost = {
    before: new Date(clock.now().getTime() - lostAfterMs),
    reason: notSentReasons.cutShort,
    limit: batchSize,
  };
  while ((await failLostMails(db, lost)) === batchSize);
}
