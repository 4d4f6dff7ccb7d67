import {
  countedDays,
  type DailySubject,
  dailySubjects,
  failureDays,
} from "#contract/admin/figures.ts";
import type { AdminOverview } from "#contract/admin/overview.ts";
import { addDays, formatUtcDay } from "#contract/values/days.ts";
import { dayMs, hourMs, minuteMs } from "#contract/values/durations.ts";
import { openErasureFolder } from "#server/access/erasures/erasure-folder.ts";
import { findListedDays } from "#server/access/erasures/read-erasure-list.ts";
import type { Operator } from "#server/access/operator.ts";
import type { Config } from "#server/config/config.ts";
import { findLastBackup } from "#server/db/last-backup.ts";
import { mailKinds, mailKindsOfInvitees } from "#server/db/mail-kinds.ts";
import { listExecuted } from "#server/db/migrate.ts";
import type { Db } from "#server/db/tables.ts";
import { countFailedJobs, countWaitingJobs } from "#server/jobs/failed-jobs.ts";
import { countedJobKinds, untracedKinds } from "#server/jobs/observe-jobs.ts";
import type { Clock } from "#server/system/clock.ts";
import { productVersion } from "#server/system/product-version.ts";
import { listCounts } from "./daily-queries.ts";
import {
  countFailedEmails,
  countFailedPayments,
  countWaitingEmails,
  findDatabaseVersion,
} from "./queries.ts";

/*
 * An operator may be the owner of an anonymous circle, so neither emails nor jobs are counted that depend on sealed
 * answers or on people who open their links. Source: docs/decisions/anonymity.md, 32.
 */
const countableMailKinds = mailKinds.filter((kind) => !mailKindsOfInvitees.has(kind));
const countableJobKinds = countedJobKinds.filter((kind) => !untracedKinds.has(kind));

export interface AdminDeps {
  db: Db;
  clock: Clock;
  config: Pick<Config, "billing" | "erasuresDir" | "role">;
}

/** Every number is justified in docs/decisions/anonymity.md, 32. */
export async function readOverview(
  { db, clock, config }: AdminDeps,
  _operator: Operator,
  startedAt: Date,
): Promise<AdminOverview> {
  return {
    ...(await readNumbers(db, clock.now(), config)),
    is_selling: config.billing !== "off",
    versions: {
      product: productVersion,
      node: process.versions.node,
      database: await findDatabaseVersion(db),
      migration: (await listExecuted(db)).at(-1) ?? "",
    },
    process: { role: config.role, started_at: startedAt.toISOString() },
    last_backup_at: (await findLastBackup(db))?.toISOString() ?? null,
    erasures: (await findListedDays(openErasureFolder(config.erasuresDir))) ?? null,
  };
}

async function readNumbers(
  db: Db,
  now: Date,
  { billing }: Pick<Config, "billing">,
): Promise<Pick<AdminOverview, "first_day" | "counts" | "mails" | "jobs" | "payments">> {
  const since = new Date(now.getTime() - failureDays * dayMs);
  const waiting = await countWaitingEmails(db, { kinds: countableMailKinds, now });
  return {
    ...(await readDays(db, now)),
    mails: {
      waiting_count: waiting.waiting_count,
      oldest_due_minutes:
        waiting.due_since &&
        Math.max(0, Math.floor((now.getTime() - waiting.due_since.getTime()) / minuteMs)),
      failed: await countFailedEmails(db, { kinds: countableMailKinds, since }),
    },
    jobs: {
      waiting: await countWaitingJobs(db, countableJobKinds),
      failed: await countFailedJobs(db, countableJobKinds),
    },
    payments: billing === "off" ? [] : await countFailedPayments(db, { provider: billing, since }),
  };
}

/** How long after midnight UTC the day before still lasts somewhere. */
const lastZoneMs = 12 * hourMs;

/** Reads only days that are over everywhere: during a day, its numbers would reveal the hour of a closing. */
async function readDays(db: Db, now: Date): Promise<Pick<AdminOverview, "first_day" | "counts">> {
  const today = formatUtcDay(now.getTime() - lastZoneMs);
  const from = addDays(today, -countedDays);
  const rows = await listCounts(db, { from, to: addDays(today, -1) });
  const byDay = new Map(rows.map(({ day, subject, count }) => [`${subject} ${day}`, count]));
  const days = Array.from({ length: countedDays }, (_, index) => addDays(from, index));
  const listDailyCounts = (subject: DailySubject) =>
    days.map((day) => byDay.get(`${subject} ${day}`) ?? 0);
  return {
    first_day: from,
    counts: Object.fromEntries(
      dailySubjects.map((subject) => [subject, listDailyCounts(subject)]),
    ) as AdminOverview["counts"],
  };
}
