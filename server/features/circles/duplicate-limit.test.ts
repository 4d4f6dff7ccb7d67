import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { useTestApp } from "#server/testing/app.ts";

const app = useTestApp({ environment: { RATE_LIMITS: "on" } });

it("an account makes at most 20 copies of paralines within 24 hours, however they are requested", async () => {
  const owner = await app.createOwner();
  const id = await app.circles.create(owner);
  const duplicate = (createKey: string = randomUUID(), by = owner, circleId = id) =>
    app.as(by, "POST", `/api/circles/${circleId}/duplicate`, {
      create_key: createKey,
      with_people: false,
    });
  const key = randomUUID();

  const first = await Promise.all(Array.from({ length: 15 }, () => duplicate()));
  expect(new Set(first.map(({ status }) => status))).toEqual(new Set([201]));
  // Requesting the same copy again, a copy of an unknown paraline, or deleting a copy neither frees nor uses the limit.
  const again = async () =>
    ((await (await duplicate(key)).json()) as { circle: { id: string; title: string } }).circle;
  const { id: copyId, title: copyTitle } = await again();
  expect((await again()).id).toBe(copyId);
  expect((await duplicate(randomUUID(), owner, randomUUID())).status).toBe(404);
  const [copy] = await Promise.all(first.slice(0, 1).map((response) => response.json()));
  const { circle } = copy as { circle: { id: string; title: string } };
  await app.as(owner, "DELETE", `/api/circles/${circle.id}`, { title: circle.title });

  // Once the copy is deleted, the same key makes another one.
  await app.as(owner, "DELETE", `/api/circles/${copyId}`, { title: copyTitle });
  expect((await again()).id).not.toBe(copyId);

  const rest = await Promise.all(Array.from({ length: 10 }, () => duplicate()));
  expect(rest.filter(({ status }) => status === 201)).toHaveLength(limits.duplicatesADay - 17);
  const [refused] = rest.filter(({ status }) => status !== 201);
  expect([refused?.status, await refused?.json()]).toMatchObject([
    429,
    {
      code: "duplicates_exhausted",
      message: "You have made 20 copies within 24 hours. Please try again later.",
    },
  ]);
  expect((await duplicate(key)).status).toBe(201);

  const other = await app.createOwner();
  expect((await duplicate(randomUUID(), other, await app.circles.create(other))).status).toBe(201);
  app.clock.advance({ hours: 24, seconds: 1 });
  expect((await duplicate()).status).toBe(201);
});
