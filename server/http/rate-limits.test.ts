import { sql } from "kysely";
import { expect, it, vi } from "vitest";
import { inTransaction } from "#server/db/transactions.ts";
import { deleteLimitCounters } from "#server/features/auth/account/queries.ts";
import { itOnPostgres, useTestDatabase } from "#server/testing/database/db.ts";
import { analyze, measureStatements } from "#server/testing/database/statement-costs.ts";
import { useMachineClock } from "#server/testing/machine-clock.ts";
import { addressKey, createLimiter, deleteExpiredCounts } from "./rate-limits.ts";

const database = useTestDatabase();
const rules = {
  knocking: { points: 2, seconds: 60 },
  ringing: { points: 1, seconds: 60 },
  waving: { points: 1, seconds: 60, store: "memory" },
} as const;
const limiter = (enabled = true) =>
  createLimiter(rules, { db: database.db, kind: database.kind, enabled });

useMachineClock();

it("a limiter allows as many calls as its rule says, and then says when to try again", async () => {
  const counting = limiter();
  expect(await counting.consume("knocking", "ana")).toEqual({
    allowed: true,
    retry_after_seconds: 0,
  });
  expect(await counting.consume("knocking", "ana")).toMatchObject({ allowed: true });
  vi.setSystemTime(Date.now() + 10_000);
  expect(await counting.consume("knocking", "ana")).toEqual({
    allowed: false,
    retry_after_seconds: 50,
  });
  vi.setSystemTime(Date.now() + 51_000);
  expect(await counting.consume("knocking", "ana")).toMatchObject({ allowed: true });
});

it("a limiter counts each rule and each key separately", async () => {
  const counting = limiter();
  await counting.consume("ringing", "ana");
  expect(await counting.consume("ringing", "ben")).toMatchObject({ allowed: true });
  expect(await counting.consume("waving", "ana")).toMatchObject({ allowed: true });
  expect(await counting.consume("ringing", "ana")).toMatchObject({ allowed: false });
});

it("a limiter can take back one call", async () => {
  const counting = limiter();
  await counting.consume("knocking", "fay");
  await counting.consume("knocking", "fay");
  await counting.giveBack("knocking", "fay");
  expect(await counting.consume("knocking", "fay")).toMatchObject({ allowed: true });
  expect(await counting.consume("knocking", "fay")).toMatchObject({ allowed: false });
});

it("a limiter can forget what it counted", async () => {
  const counting = limiter();
  await counting.consume("ringing", "cleo");
  await counting.clear("ringing", "cleo");
  expect(await counting.consume("ringing", "cleo")).toMatchObject({ allowed: true });
});

it("a limiter shares its counts with other processes if they share a database", async () => {
  await limiter().consume("ringing", "dora");
  const elsewhere = await limiter().consume("ringing", "dora");
  expect(elsewhere.allowed).toBe(database.kind === "embedded");
});

it("a limiter counts a rule of one process in memory, whatever the database", async () => {
  await limiter().consume("waving", "eva");
  expect(await limiter().consume("waving", "eva")).toMatchObject({ allowed: true });
});

it("a limiter allows every call when it is off", async () => {
  const counting = limiter(false);
  for (let times = 0; times < 5; times += 1) {
    expect(await counting.consume("ringing", "fay")).toMatchObject({ allowed: true });
  }
});

it.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["203.0.113.7:4711", "203.0.113.7"],
  ["[2001:db8::1]:4711", "2001:db8:0:0::/64"],
  ["2001:db8::", "2001:db8:0:0::/64"],
  ["::ffff:c633:6407", "198.51.100.7"],
  ["::FFFF:C633:6407", "198.51.100.7"],
  ["[0:0:0:0:0:ffff:c633:6407]:4711", "198.51.100.7"],
  ["0000:0000::ffff:198.51.100.7%eth0", "198.51.100.7"],
  ["::ffff:0:1", "0.0.0.1"],
  ["64:ff9b::203.0.113.7", "203.0.113.7"],
  ["0064:FF9B:0:0:0:0:cb00:7107", "203.0.113.7"],
  ["64:ff9b::", "0.0.0.0"],
  // Neither has one of those prefixes.
  ["::c633:6407", "0:0:0:0::/64"],
  ["::fffe:c633:6407", "0:0:0:0::/64"],
  ["::ffff:0:c633:6407", "0:0:0:0::/64"],
  ["64:ff9b:0:1::c633:6407", "64:ff9b:0:1::/64"],
  ["64:ff9b:1::c633:6407", "64:ff9b:1:0::/64"],
  ["2001:db8:1:2:3:4:203.0.113.7", "2001:db8:1:2::/64"],
  ["x".repeat(5000), "unknown"],
  ["", "unknown"],
])("counts %s as %s", (address, key) => {
  expect(addressKey(address)).toBe(key);
});

itOnPostgres("expired counts are deleted in batches, by an index", async () => {
  const now = new Date();
  await seedCounts("old", 300, now.getTime() - 1);
  await seedCounts("current", 3000, now.getTime() + 60_000);
  await analyze(database.db);
  const costs = await measureStatements(database.db, async () => {
    expect(await deleteExpiredCounts(database.db, now, 200)).toBe(200);
    expect(await deleteExpiredCounts(database.db, now, 200)).toBe(100);
  });
  expect(costs.flatMap(({ scanned }) => scanned)).toEqual([]);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from rate_limits where key like 'old:%' or key like 'current:%'`.execute(
    database.db,
  );
  expect(rows).toEqual([{ count: 3000 }]);
});

itOnPostgres("the counts of an erased account are found by an index", async () => {
  const owner = crypto.randomUUID();
  const kept = `waving:${owner}x`;
  const gone = [`waving:${owner}`, `waving:code ${owner} 1`, `waving:email change of ${owner}`];
  for (const key of [kept, ...gone]) {
    await sql`insert into rate_limits (key, points) values (${key}, 1)`.execute(database.db);
  }
  await seedCounts("other", 3000, 0);
  // Such an index keeps new entries in a separate list until a vacuum, or until that list has grown.
  await sql`vacuum analyze rate_limits`.execute(database.db);
  const costs = await measureStatements(database.db, () =>
    inTransaction(database.db, (tx) => deleteLimitCounters(tx, [owner, crypto.randomUUID()])),
  );
  expect(costs.flatMap(({ scanned }) => scanned)).toEqual([]);
  const { rows } = await sql<{ key: string }>`
    select key from rate_limits where key = any(${[kept, ...gone]}::text[])`.execute(database.db);
  expect(rows).toEqual([{ key: kept }]);
});

async function seedCounts(name: string, count: number, expire: number): Promise<void> {
  await sql`
    insert into rate_limits (key, points, expire)
    select ${name} || ':' || gen_random_uuid(), 1, ${expire}::bigint from generate_series(1, ${count}::int)`.execute(
    database.db,
  );
}
