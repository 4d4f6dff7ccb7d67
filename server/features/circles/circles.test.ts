import { describe, expect, it } from "vitest";
import { listCircles } from "#contract/circles/circles.ts";
import { useTestApp } from "#server/testing/app.ts";
import { readRow } from "#server/testing/database/rows.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import { closeDueCircles } from "./close-circle.ts";

const app = useTestApp();
const { create } = app.circles;
const owner = app.useOwner();

const read = async (owner: TestOwner, id: string) => {
  const response = await app.as(owner, "GET", `/api/circles/${id}`);
  return response.json();
};

const list = async (owner: TestOwner, query = "") =>
  listCircles.output
    .parse(await (await app.as(owner, "GET", `/api/circles${query}`)).json())
    .circles.map(({ title }) => title);

const closeDue = () => closeDueCircles(app.deps);

describe("lists", () => {
  it("show an owner's own paralines by their present state, newest first", async () => {
    await create(await app.createOwner(), { title: "Another's" });
    await create(owner, { title: "First, until Monday", deadline: "2026-11-02" });
    app.clock.advance({ minutes: 1 });
    await create(owner, { title: "Second, until Tuesday", deadline: "2026-11-03" });
    app.clock.advance({ minutes: 1 });
    await create(owner, { title: "Third" });
    expect(await list(owner)).toEqual(["Third", "Second, until Tuesday", "First, until Monday"]);
    expect(await list(owner, "?status=completed")).toEqual([]);

    // The day is over, and the job that closes is late.
    app.clock.set("2026-11-03T00:00:00Z");
    expect(await list(owner, "?status=active")).toEqual(["Third", "Second, until Tuesday"]);
    expect(await list(owner, "?status=completed")).toEqual(["First, until Monday"]);
    app.clock.set("2026-11-04T00:00:00Z");
    const late = await list(owner, "?status=completed");
    expect(late).toEqual(["Second, until Tuesday", "First, until Monday"]);
    await closeDue();
    expect(await list(owner, "?status=completed")).toEqual(late);
  });
});

describe.each([
  ["UTC", "2026-11-06T00:00:00Z"],
  ["Pacific/Pago_Pago", "2026-11-06T11:00:00Z"],
  ["Pacific/Kiritimati", "2026-11-05T10:00:00Z"],
])("in %s a paraline with a deadline", (timeZone, overAt) => {
  const momentBefore = new Date(Date.parse(overAt) - 1);

  it("is open until the last moment of that day and completed from then on, whenever the job runs", async () => {
    const owner = await app.createOwner({ time_zone: timeZone });
    const id = await create(owner, { deadline: "2026-11-05" });

    app.clock.set(momentBefore);
    await closeDue();
    expect(await read(owner, id)).toMatchObject({ circle: { status: "active", closed_on: null } });

    app.clock.set(overAt);
    expect(await read(owner, id)).toMatchObject({
      circle: { status: "completed", closed_on: "2026-11-05" },
    });
    app.clock.advance({ days: 3 });
    await closeDue();
    expect(await read(owner, id)).toMatchObject({
      circle: { status: "completed", closed_on: "2026-11-05" },
    });
    const { closed_at } = await readRow(app.db, "circles", { id });
    expect(closed_at).toEqual(momentBefore);
  });
});
