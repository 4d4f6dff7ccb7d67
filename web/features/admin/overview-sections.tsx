import { type ReactNode, useState } from "react";
import {
  countedDays,
  type DailySubject,
  dailySubjects,
  failureDays,
  type MailFailure,
  maxCounted,
  type PaymentFailure,
} from "#contract/admin/figures.ts";
import { type AdminOverview, backupMaxAgeDays } from "#contract/admin/overview.ts";
import { addDays, formatDay, formatUtcDay } from "#contract/values/days.ts";
import { dayMs } from "#contract/values/durations.ts";
import { formatInstant } from "#web/client/dates.ts";
import { Segments } from "#web/ui/choices/segments.tsx";
import { CheckIcon, CircleAlertIcon } from "#web/ui/icons/icons.tsx";
import { DailyPlot } from "./daily-plot.tsx";
import { formatMinutes, formatNumber } from "./format-figures.ts";

const subjectNames: Record<DailySubject, string> = {
  accounts: "Accounts created",
  circles: "Paralines created",
  invitations: "Invitations sent",
  responses: "Responses released",
  insights: "Insights generated",
  unlocks: "Unlocks sold",
};

const mailFailureNames: Record<MailFailure, string> = {
  address_refused: "address refused",
  not_taken: "not accepted by the mail server",
  unreachable: "mail server not reached",
  too_slow: "mail server too slow",
  cut_short: "interrupted",
  restored: "from a restored backup",
  other: "another reason",
};

const paymentFailureNames: Record<PaymentFailure, string> = {
  overdue: "overdue",
  unpaid: "given up by the provider",
  refunded: "refunded",
  disputed: "disputed",
};

export function Concerns({ overview }: { overview: AdminOverview }) {
  const concerns = findConcerns(overview, new Date());
  if (concerns.length === 0) {
    return (
      <p className="row icon-row admin-calm">
        <CheckIcon />
        Nothing needs your attention.
      </p>
    );
  }
  return (
    <ul className="stack g2 admin-concerns">
      {concerns.map((concern) => (
        <li className="row icon-row" key={concern}>
          <CircleAlertIcon />
          {concern}
        </li>
      ))}
    </ul>
  );
}

const periods = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
] as const;

export function DailyPlots({ overview }: { overview: AdminOverview }) {
  const [period, setPeriod] = useState<(typeof periods)[number]["value"]>("30");
  const length = Number(period);
  const shown = dailySubjects.filter((subject) => subject !== "unlocks" || overview.is_selling);
  const isEmpty = shown.every((subject) => overview.counts[subject].every((count) => count === 0));
  return (
    <section className="stack g6" aria-labelledby="by-day">
      <div className="head-row admin-head">
        <h2 className="heading" id="by-day">
          By day
        </h2>
        {!isEmpty && (
          <Segments label="Period" options={periods} value={period} onValueChange={setPeriod} />
        )}
      </div>
      {isEmpty ? (
        <p className="ink-2">There are no numbers yet: a day is shown once it is over.</p>
      ) : (
        <>
          <div className="daily-plots">
            {shown.map((subject) => (
              <DailyPlot
                key={subject}
                title={subjectNames[subject]}
                first_day={addDays(overview.first_day, countedDays - length)}
                numbers={overview.counts[subject].slice(-length)}
              />
            ))}
          </div>
          <p className="small ink-2">
            Days end at midnight UTC and are shown once they have ended in every time zone. A
            response is counted on the day of its release.
          </p>
        </>
      )}
    </section>
  );
}

export function MailFigures({ mails }: { mails: AdminOverview["mails"] }) {
  const { waiting_count, oldest_due_minutes, failed } = mails;
  const orMore = waiting_count >= maxCounted ? " or more" : "";
  return (
    <section className="stack g4" aria-labelledby="emails">
      <h2 className="heading" id="emails">
        Emails
      </h2>
      <p>
        {waiting_count === 0
          ? "No emails are waiting to be sent."
          : `${formatNumber(waiting_count)}${orMore} waiting to be sent${dueSince(oldest_due_minutes)}.`}
      </p>
      <h3 className="subhead">Could not be sent</h3>
      <FiguresTable
        caption="Emails that could not be sent, by kind and reason"
        columns={["Kind", "Reason", "Number"]}
        rows={failed.map(({ kind, reason, count }) => ({
          key: `${kind} ${reason}`,
          cells: [kind, mailFailureNames[reason], formatNumber(count)],
        }))}
        none={`None in ${failureDays} days.`}
      />
      <p className="small ink-2">
        Private links that people ask for are left out: they would show that somebody wants to
        answer.
      </p>
    </section>
  );
}

export function JobFigures({ jobs }: { jobs: AdminOverview["jobs"] }) {
  return (
    <section className="stack g4" aria-labelledby="jobs">
      <h2 className="heading" id="jobs">
        Jobs
      </h2>
      <h3 className="subhead">Waiting</h3>
      <FiguresTable
        caption="Waiting jobs, by kind"
        columns={["Kind", "Due for", "Number"]}
        rows={jobs.waiting.map(({ kind, waiting_count, oldest_due_minutes: minutes }) => ({
          key: kind,
          cells: [
            kind,
            minutes === null ? "not due yet" : formatMinutes(minutes),
            formatNumber(waiting_count),
          ],
        }))}
        none="No jobs are waiting."
      />
      <h3 className="subhead">Given up</h3>
      <FiguresTable
        caption="Jobs that were given up, by kind"
        columns={["Kind", "Number"]}
        rows={jobs.failed.map(({ kind, count }) => ({
          key: kind,
          cells: [kind, formatNumber(count)],
        }))}
        none="None recently."
      />
    </section>
  );
}

export function PaymentFigures({ payments }: { payments: AdminOverview["payments"] }) {
  return (
    <section className="stack g4" aria-labelledby="payments">
      <h2 className="heading" id="payments">
        Payments
      </h2>
      <FiguresTable
        caption="Payments that failed, or were refunded or disputed"
        columns={["Plan", "State", "Number"]}
        rows={payments.map(({ state, kind, count }) => ({
          key: `${state} ${kind}`,
          cells: [kind, paymentFailureNames[state], formatNumber(count)],
        }))}
        none={`None is overdue, and none was refunded or disputed in ${failureDays} days.`}
      />
    </section>
  );
}

export function ServerFacts({
  overview: { versions, process, erasures, last_backup_at },
  timeZone,
}: {
  overview: AdminOverview;
  timeZone: string;
}) {
  const facts = [
    ["Paraline", versions.product],
    ["Node.js", versions.node],
    ["PostgreSQL", versions.database],
    ["Last migration", versions.migration],
    [
      "This process",
      `${roleNames[process.role]}, since ${formatInstant(process.started_at, timeZone)}`,
    ],
    ["Last backup", last_backup_at === null ? "never" : formatInstant(last_backup_at, timeZone)],
    [
      "List of erasures",
      erasures === null
        ? "none in this process's folder"
        : `${formatDay(erasures.from)} to ${formatDay(erasures.to)}`,
    ],
  ] as const;
  return (
    <section className="stack g4" aria-labelledby="details">
      <h2 className="heading" id="details">
        Details
      </h2>
      <dl className="admin-facts small">
        {facts.map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="wrap-anywhere">{fact}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const roleNames = {
  all: "serves and runs jobs",
  web: "serves",
  worker: "runs jobs",
} as const;

function dueSince(minutes: number | null): string {
  return minutes === null ? "" : `, the first due for ${formatMinutes(minutes)}`;
}

function FiguresTable({
  caption,
  columns,
  rows,
  none,
}: {
  caption: string;
  /** The headings. The last two columns of three, or the last of two, are aligned to the right. */
  columns: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  none: string;
}) {
  if (rows.length === 0) return <p className="ink-2">{none}</p>;
  return (
    <table className="figures small">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th scope="col" key={column}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...others] }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {others.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is identified by its column
              <td key={index}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const lateMinutes = 10;

/** What an operator should look at, one sentence each, the most urgent first. */
function findConcerns(
  { mails, jobs, erasures, last_backup_at }: AdminOverview,
  now: Date,
): string[] {
  const today = formatUtcDay(now);
  const mailMinutes = mails.oldest_due_minutes ?? 0;
  const jobMinutes = Math.max(0, ...jobs.waiting.map((job) => job.oldest_due_minutes ?? 0));
  const failedJobs = sumCounts(jobs.failed);
  const failedEmails = sumCounts(mails.failed);
  const concerns = {
    [`Emails are late: the first has been due for ${formatMinutes(mailMinutes)}.`]:
      mailMinutes >= lateMinutes,
    [`Jobs are late: the first has been due for ${formatMinutes(jobMinutes)}. Is a worker running?`]:
      jobMinutes >= lateMinutes,
    "No backup has been made yet.": last_backup_at === null,
    [`There is no backup of the last ${backupMaxAgeDays} days.`]:
      last_backup_at !== null &&
      now.getTime() - Date.parse(last_backup_at) > backupMaxAgeDays * dayMs,
    "Today's list of erasures is not written yet.": erasures !== null && erasures.to < today,
    [`Jobs that were given up: ${formatNumber(failedJobs)}.`]: failedJobs > 0,
    [`Emails that could not be sent: ${formatNumber(failedEmails)}.`]: failedEmails > 0,
  };
  return Object.keys(concerns).filter((sentence) => concerns[sentence]);
}

const sumCounts = (rows: readonly { count: number }[]) =>
  rows.reduce((sum, { count }) => sum + count, 0);
