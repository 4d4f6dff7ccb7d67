import { expect, it } from "vitest";
import { useTestApp } from "#server/testing/app.ts";
import { useTestDatabase } from "#server/testing/db.ts";
import { testCirclesOf } from "#server/testing/test-circles.ts";

const app = useTestApp(useTestDatabase());
const { create, people, read } = testCirclesOf(app);

const recipients = async () => ((await app.deps.outbox?.list(100)) ?? []).map(({ to }) => to);

it("the outbox keeps no email about a person who was removed or a paraline that was deleted", async () => {
  const owner = await app.createOwner();
  const id = await create(owner, { people: ["ana", "ben"] });
  await app.work();
  const [ana, ben] = await people(owner, id);
  expect(await recipients()).toEqual(expect.arrayContaining([ana?.email, ben?.email]));

  expect((await app.as(owner, "DELETE", `/api/invites/${ana?.id}`)).status).toBe(200);
  await app.work();
  expect(await recipients()).toEqual([ben?.email]);

  const { title } = await read(owner, id);
  expect((await app.as(owner, "DELETE", `/api/circles/${id}`, { title })).status).toBe(200);
  await app.work();
  expect(await recipients()).toEqual([]);
});
