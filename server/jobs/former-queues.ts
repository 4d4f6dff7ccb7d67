import { sql } from "kysely";
import { isUniqueViolation } from "#server/db/errors.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { JobKind } from "./kinds.ts";

/**
 * The names that kinds had in earlier versions. A name may be removed when no database can have a queue of that name
 * any more.
 */
export const formerNames: Readonly<Record<string, JobKind>> = {
  clear_old_traces: "delete_expired_limit_rows",
  tell_owners: "notify_owners",
  give_up_lost_mails: "expire_lost_mails",
  work_billing_event: "handle_billing_event",
  end_needless_checkouts: "expire_obsolete_checkouts",
  tell_provider_address: "update_customer_email",
  send_look_backs: "send_review_reminders",
};

/**
 * Moves jobs that wait under a former name of their kind to the kind's queue, and deletes the former schedules. A
 * process of an earlier version may go on enqueuing under the former name until it is replaced, so the former queue is
 * deleted only after the present one has existed for a day.
 */
export async function retireFormerQueues(db: Db): Promise<void> {
  const { rows: former } = await sql<{ name: string }>`
    select name from jobs.queue
    where name in (select jsonb_array_elements_text(${JSON.stringify(Object.keys(formerNames))}::jsonb))`.execute(
    db,
  );
  for (const { name } of former) {
    const kind = formerNames[name];
    if (kind === undefined) continue;
    await inTransaction(db, (tx) => retireQueue(tx, name, kind)).catch((error: unknown) => {
      // A job with the same key was enqueued at the same moment; the next run moves the others.
      if (!isUniqueViolation(error)) throw error;
    });
  }
}

async function retireQueue(tx: Tx, former: string, kind: JobKind): Promise<void> {
  await sql`delete from jobs.schedule where name = ${former}`.execute(tx);
  // A queue lets only one job with the same key wait.
  await sql`
    delete from jobs.job as old
    where name = ${former} and state = 'created' and exists (
      select from jobs.job as waiting
      where waiting.name = ${kind} and waiting.state = 'created'
        and waiting.singleton_key is not distinct from old.singleton_key
    )`.execute(tx);
  await sql`
    update jobs.job set name = ${kind}
    where name = ${former} and state in ('created', 'retry')`.execute(tx);
  await sql`
    select jobs.delete_queue(name) from jobs.queue
    where name = ${former}
      and not exists (select from jobs.job where name = ${former} and state < 'completed')
      and exists (
        select from jobs.queue as present
        where present.name = ${kind} and present.created_on < now() - interval '1 day'
      )`.execute(tx);
}
