import { type Kysely, sql } from "kysely";

/**
 * Counts the attempts to send a mail that certainly delivered nothing. For earlier mails that is known only if the
 * single attempt was refused or skipped; the others count as mails that may have arrived.
 *
 * An answer that was separated from a person whose address was corrected had that person's position, so it counted
 * among the newest joins through the open link. From now on it comes before them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mails add column undelivered_attempts integer not null default 0`.execute(
    db,
  );
  await sql`
    update mails set undelivered_attempts = 1
    where attempts = 1 and (
      state = 'failed' and (reason like 'The mail server refused this address:%'
        or reason like 'The mail server can''t take letters beyond ASCII%')
      or state = 'skipped' and reason <> 'Their address was mended.')`.execute(db);
  await sql`
    update invites set position = -1 where source = 'link' and status = 'completed' and exists (
      select from invites as corrected
      where corrected.circle_id = invites.circle_id and corrected.position = invites.position
        and corrected.source = 'invited')`.execute(db);
}
