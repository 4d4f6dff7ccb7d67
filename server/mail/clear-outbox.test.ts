import { expect, it } from "vitest";
import { useTestApp } from "#server/testing/app.ts";

const app = useTestApp();
const { createInvited, people, read } = app.circles;

const recipients = async () => (await app.mails.all()).map(({ to }) => to);

it("the outbox keeps no email about a person who was removed or a paraline that was deleted", async () => {
  const owner = await app.createOwner();
  const id = await createInvited(owner, { people: ["ana", "ben"] });
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
