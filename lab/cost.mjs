import { parseArgs } from "node:util";
import { sql } from "kysely";
import { migrateToLatest } from "#server/db/migrate.ts";
import { openPostgres } from "#server/db/postgres.ts";
import { seedYears } from "#server/testing/database/seed-years.ts";
import { startOwnPostgres } from "../tools/postgres.mjs";

/**
 * What a number of paralines a year would take and cost. Rows and bytes come from a database that is filled like one in
 * use, and the rest from these inputs. Each can be given: `--circles 1000000`.
 */
const inputs = {
  circles: { value: 10_000_000, source: "what is asked: paralines made in a year" },
  responses: { value: 3, source: "answers to each, as the database is filled" },
  opens: { value: 3, source: "assumption: openings of a private link for each answer" },
  emails: { value: 11.5, source: "assumption: 1.5 to each of five people, 4 to the owner" },
  peak: { value: 10, source: "assumption: the busiest second relative to the average one" },
  responseMs: { value: 4, source: "npm run bench: CPU time of a session" },
  ownerMs: { value: 200, source: "assumption: CPU time of what an owner does with one" },
  sealedBytes: { value: 4125, source: "an answer as stored: 4 KB, and 29 bytes of encryption" },
  busy: { value: 0.5, source: "assumption: how busy CPUs may be at the peak" },
  copies: { value: 3, source: "assumption: the database, a replica, and backups" },
  coverKb: { value: 150, source: "assumption: a cover as stored; every second one has one" },
  cpuUsdMonth: { value: 25, source: "assumption: a virtual CPU with 4 GB of memory" },
  diskUsdGbMonth: { value: 0.1, source: "assumption: SSD storage" },
  emailUsdThousand: { value: 0.1, source: "assumption: a mail service, at this volume" },
  cdnUsdGb: { value: 0.02, source: "assumption: traffic of a CDN" },
};
const seededCircles = 1000;

const { values } = parseArgs({
  options: Object.fromEntries(
    Object.keys(inputs).map((name) => [name, { type: /** @type {const} */ ("string") }]),
  ),
});
for (const [name, input] of Object.entries(inputs)) {
  const given = values[name];
  if (given !== undefined) Object.assign(input, { value: Number(given), source: "given" });
  if (!(input.value > 0)) throw new Error(`--${name} has to be a number above 0.`);
  console.log(`  ${name.padEnd(18)}${String(input.value).padStart(10)}  ${input.source}`);
}
const given = /** @type {Record<keyof typeof inputs, number>} */ (
  Object.fromEntries(Object.entries(inputs).map(([name, { value }]) => [name, value]))
);
const each = await measureCircle();
const seconds = 365 * 24 * 3600;
const { circles } = given;
const emails = circles * given.emails;
const terabytes = (circles * each.bytes) / 1e12;
const coverTerabytes = (circles * 0.5 * given.coverKb) / 1e9;
const cpuMs = given.responses * given.responseMs + given.ownerMs;
const cpus = (((circles * cpuMs) / 1000 / seconds) * given.peak) / given.busy;
const usd = {
  cpus: Math.max(4, Math.ceil(cpus)) * given.cpuUsdMonth * 12,
  // In the first year the disk fills steadily, so half of it counts on average.
  disks: ((terabytes * given.copies + coverTerabytes * 2) * 1000 * given.diskUsdGbMonth * 12) / 2,
  emails: (emails / 1000) * given.emailUsdThousand,
  cdn: circles * 0.5 * given.responses * given.opens * given.coverKb * 1e-6 * given.cdnUsdGb,
};
const atPeak = (/** @type {number} */ aYear) => ((aYear / seconds) * given.peak).toFixed(0);
const whole = (/** @type {number} */ number) => Math.round(number).toLocaleString("en");
const sum = Object.values(usd).reduce((total, part) => total + part, 0);
console.log(`
one paraline: ${each.rows.toFixed(0)} rows, ${whole(each.bytes)} bytes with indexes
a year: ${whole((circles * each.rows) / 1e6)} million rows, ${terabytes.toFixed(2)} TB, covers ${coverTerabytes.toFixed(2)} TB
emails: ${whole(emails / 1e6)} million a year, ${atPeak(emails)} a second at the peak
responses: ${atPeak(circles * given.responses)} a second at the peak; CPUs: ${cpus.toFixed(1)}
US dollars a year: ${Object.entries(usd)
  .map(([name, part]) => `${name} ${whole(part)}`)
  .join(", ")}; a paraline: ${(sum / circles).toFixed(4)}`);

/** What one paraline takes, with all that belongs to it. @returns {Promise<{ rows: number, bytes: number }>} */
async function measureCircle() {
  const postgres = await startOwnPostgres();
  const { db, close } = openPostgres(postgres.url);
  try {
    await migrateToLatest(db);
    await seedYears(db, seededCircles, { now: new Date(), sealedBytes: given.sealedBytes });
    await sql`vacuum analyze`.execute(db);
    const { rows } = await sql`
      select sum(reltuples)::float8 as rows, sum(pg_total_relation_size(pg_class.oid))::float8 as bytes
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind = 'r' and nspname in ('public', 'auth') and reltuples > 0`.execute(db);
    const [stored] = /** @type {{ rows: number, bytes: number }[]} */ (rows);
    return {
      rows: (stored?.rows ?? 0) / seededCircles,
      bytes: (stored?.bytes ?? 0) / seededCircles,
    };
  } finally {
    await close();
    await postgres.stop();
  }
}
