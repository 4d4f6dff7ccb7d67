import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { inviteTokenHeader } from "#contract/endpoint.ts";
import { useTestApp } from "#server/testing/app.ts";
import { useTestDatabase } from "#server/testing/db.ts";
import { seedCircle, seedOwner } from "#server/testing/seed-circle.ts";

const database = useTestDatabase({ each: true });
const app = useTestApp(database, { environment: { RATE_LIMITS: "on" } });

async function seed(count: number) {
  const now = app.clock.now();
  const owner = await seedOwner(database.db, { now });
  const people = Array.from({ length: count }, (_, index) => `Person${index}`);
  return seedCircle(database.db, owner, { now, people });
}

const open = (invite_token: string) => app.request(`/invite?token=${invite_token}`);

const submit = (invite_token: string) =>
  app.request("/api/feedback", {
    method: "POST",
    headers: { "Content-Type": "application/json", [inviteTokenHeader]: invite_token },
    body: JSON.stringify({ submission_key: randomUUID(), answers: { 1: "Here." } }),
  });

it("64 people of one office open their links and answer at once", async () => {
  const { people } = await seed(64);
  const opened = await Promise.all(people.map(({ invite_token }) => open(invite_token)));
  expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([200]));
  const submitted = await Promise.all(people.map(({ invite_token }) => submit(invite_token)));
  expect(new Set(submitted.map(({ status }) => status))).toEqual(new Set([201]));
});

it("one link may be opened often, not without end", async () => {
  const { people } = await seed(2);
  const [first = "", second = ""] = people.map(({ invite_token }) => invite_token);
  let refused: Response | undefined;
  for (let time = 0; time < 200 && refused === undefined; time += 1) {
    const response = await open(first);
    if (response.status !== 200) refused = response;
  }
  expect(refused?.status).toBe(429);
  expect((await submit(first)).headers.get("retry-after")).toMatch(/^\d+$/);
  expect((await open(second)).status).toBe(200);
});

it("trying unknown links is stopped by address, and stops no known one", async () => {
  const { people } = await seed(1);
  const statuses = new Set<number>();
  for (let time = 0; time < 80; time += 1) {
    statuses.add((await open(`${time}`.padStart(32, "x"))).status);
  }
  expect(statuses).toEqual(new Set([404, 429]));
  expect((await open(people[0]?.invite_token ?? "")).status).toBe(200);
});
