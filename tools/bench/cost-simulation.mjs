import { parseArgs } from "node:util";
import { sql } from "kysely";
import { migrateToLatest } from "#server/db/migrate.ts";
import { openPostgres } from "#server/db/postgres.ts";
import { seedYears } from "#server/testing/database/seed-years.ts";
import { startOwnPostgres } from "../postgres.mjs";

/**
 * What a number of circles a year would take and cost. Rows and bytes come from a database that is filled like one in
 * use, and the rest from these inputs. Each can be given: `--circles 1000000`.
 *
 * @type {Record<string, { value: number, source: string }>}
 */
const inputs = {
  circles: { value: 10_000_000, source: "what is asked: paralines made in a year" },
  people: { value: 5, source: "people of each, as the database is filled" },
  responses: { value: 3, source: "answers to each, as the database is filled" },
  opens: { value: 3, source: "assumption: openings of a private link for each answer" },
  emailsEach: {
    value: 1.5,
    source: "assumption: invitation, and a reminder to every second person",
  },
  emailsToOwner: { value: 4, source: "assumption: answers, deadline, completed, review" },
  peak: { value: 10, source: "assumption: the busiest second relative to the average one" },
  responseMs: {
    value: 4,
    source: "npm run bench: CPU time of a finished response, web and database",
  },
  ownerMs: {
    value: 200,
    source: "assumption: CPU time of all that an owner does with one paraline",
  },
  sealedBytes: {
    value: 4125,
    source: "an answer as stored: padded to 4 KB, and 29 bytes of encryption",
  },
  busy: { value: 0.5, source: "assumption: how busy CPUs may be at the peak" },
  copies: { value: 3, source: "assumption: the database, a replica, and backups of two weeks" },
  coverKb: { value: 150, source: "assumption: a cover as stored; every second paraline has one" },
  cpuUsdMonth: { value: 25, source: "assumption: a virtual CPU with 4 GB of memory" },
  diskUsdGbMonth: { value: 0.1, source: "assumption: SSD storage" },
  emailUsdThousand: { value: 0.1, source: "assumption: a mail service, at this volume" },
  cdnUsdGb: { value: 0.02, source: "assumption: traffic of a CDN" },
};

const secondsAYear = 365 * 24 * 3600;
const seededCircles = 1000;

/** @returns {Promise<{ rows: number, bytes: number, largest: { name: string, bytes: number }[] }>} of one circle */
async function measureCircle() {
  const postgres = await startOwnPostgres();
  const { db, close } = openPostgres(postgres.url);
  try {
    await migrateToLatest(db);
    const sealedBytes = inputs.sealedBytes?.value ?? 0;
    await seedYears(db, seededCircles, { now: new Date(), sealedBytes });
    await sql`vacuum analyze`.execute(db);
    const { rows } = await sql`
      select relname as name, reltuples::float8 as rows, pg_total_relation_size(pg_class.oid)::float8 as bytes
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind = 'r' and nspname in ('public', 'auth') and reltuples > 0 order by bytes desc`.execute(
      db,
    );
    const tables = /** @type {{ name: string, rows: number, bytes: number }[]} */ (rows);
    const sum = (/** @type {"rows" | "bytes"} */ of) =>
      tables.reduce((total, table) => total + table[of], 0) / seededCircles;
    return {
      rows: sum("rows"),
      bytes: sum("bytes"),
      largest: tables
        .slice(0, 4)
        .map(({ name, bytes }) => ({ name, bytes: bytes / seededCircles })),
    };
  } finally {
    await close();
    await postgres.stop();
  }
}

/**
 * @param {Record<string, number>} given
 * @param {{ rows: number, bytes: number }} each
 */
export function simulate(given, each) {
  const { circles = 0, people = 0, responses = 0, opens = 0, peak = 0 } = given;
  const emails = circles * (people * (given.emailsEach ?? 0) + (given.emailsToOwner ?? 0));
  const aSecond = (/** @type {number} */ number) => number / secondsAYear;
  const cpuSeconds =
    circles * ((responses * (given.responseMs ?? 0) + (given.ownerMs ?? 0)) / 1000);
  const terabytes = (circles * each.bytes) / 1e12;
  const coverTerabytes = (circles * 0.5 * (given.coverKb ?? 0)) / 1e9;
  const cdnGigabytes = circles * 0.5 * responses * opens * (given.coverKb ?? 0) * 1e-6;
  const cpus = (aSecond(cpuSeconds) * peak) / (given.busy ?? 1);
  const usd = {
    cpus: Math.max(4, Math.ceil(cpus)) * (given.cpuUsdMonth ?? 0) * 12,
    // In the first year the disk fills steadily, so half of it counts on average.
    disks:
      ((terabytes * (given.copies ?? 1) + coverTerabytes * 2) *
        1000 *
        (given.diskUsdGbMonth ?? 0) *
        12) /
      2,
    emails: (emails / 1000) * (given.emailUsdThousand ?? 0),
    cdn: cdnGigabytes * (given.cdnUsdGb ?? 0),
  };
  return {
    rows: circles * each.rows,
    terabytes,
    coverTerabytes,
    emails,
    emailsAtPeak: aSecond(emails) * peak,
    responsesAtPeak: aSecond(circles * responses) * peak,
    cpus,
    usd,
    usdACircle: Object.values(usd).reduce((sum, part) => sum + part, 0) / circles,
  };
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: Object.fromEntries(
      Object.keys(inputs).map((name) => [name, { type: /** @type {const} */ ("string") }]),
    ),
  });
  for (const [name, value] of Object.entries(values)) {
    const input = inputs[name];
    if (input === undefined || !(Number(value) > 0)) {
      console.error(`--${name} has to be a number above 0.`);
      process.exit(1);
    }
    inputs[name] = { value: Number(value), source: "given" };
  }
  const each = await measureCircle();
  const given = Object.fromEntries(
    Object.entries(inputs).map(([name, { value }]) => [name, value]),
  );
  const result = simulate(given, each);
  const whole = (/** @type {number} */ number) => Math.round(number).toLocaleString("en");
  for (const [name, { value, source }] of Object.entries(inputs)) {
    console.log(`  ${name.padEnd(22)}${String(value).padStart(10)}  ${source}`);
  }
  const largest = each.largest.map(({ name, bytes }) => `${name} ${whole(bytes)}`).join(", ");
  console.log(`
one paraline: ${each.rows.toFixed(0)} rows, ${whole(each.bytes)} bytes with indexes (${largest})
a year: ${(result.rows / 1e6).toFixed(0)} million rows, ${result.terabytes.toFixed(2)} TB, covers ${result.coverTerabytes.toFixed(2)} TB
emails: ${(result.emails / 1e6).toFixed(0)} million a year, ${result.emailsAtPeak.toFixed(0)} a second at the peak
responses: ${result.responsesAtPeak.toFixed(0)} a second at the peak; CPUs: ${result.cpus.toFixed(1)}
US dollars a year: ${Object.entries(result.usd)
    .map(([name, usd]) => `${name} ${whole(usd)}`)
    .join(", ")}; a paraline: ${result.usdACircle.toFixed(4)}`);
}
