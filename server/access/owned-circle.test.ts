import { sql } from "kysely";
import { expect, it } from "vitest";
import { createTestClock } from "#server/testing/clock.ts";
import { useTestDatabase } from "#server/testing/database/db.ts";
import { seedCircle, seedOwner } from "#server/testing/seed-circle.ts";
import { isOpenAt, isOpenCircle } from "./owned-circle.ts";

const database = useTestDatabase();
const now = createTestClock().now();

it("a paraline is open until the instant it closes, for the database and the process alike", async () => {
  const owner = await seedOwner(database.db, { now });
  for (const status of ["active", "completed"] as const) {
    for (const milliseconds of [null, -1, 0, 1]) {
      const closesAt = milliseconds === null ? null : new Date(now.getTime() + milliseconds);
      const { id } = await seedCircle(database.db, owner, { now, closes_at: closesAt });
      await database.db
        .updateTable("circles")
        .set({ status, closed_at: status === "active" ? null : now })
        .where("id", "=", id)
        .execute();
    }
  }
  const rows = await database.db
    .selectFrom("circles")
    .select(["status", "closes_at", sql<boolean>`${isOpenAt(now)}`.as("by_database")])
    .orderBy("closes_at")
    .execute();
  expect(rows).toHaveLength(8);
  const compared = rows.map((row) => ({ ...row, byProcess: isOpenCircle(row, now) }));
  expect(compared.filter((row) => row.by_database !== row.byProcess)).toEqual([]);
  expect(compared.filter((row) => row.byProcess)).toMatchObject([
    { status: "active", closes_at: new Date(now.getTime() + 1) },
    { status: "active", closes_at: null },
  ]);
});
