import { expect, it } from "vitest";
import { useTestApp } from "#server/testing/app.ts";

const app = useTestApp();
const { createInvited, people, read } = app.circles;

const recipients = async () => (await app.emails.all()).map(({ to }) => to);

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

it("the outbox keeps a text with a code as long as its challenge, and none of an account that was deleted", async () => {
  const owner = await app.createOwner();
  const number = "+12025550123";
  const texts = async () =>
    (await app.emails.all()).filter(({ to }) => to === number).map(({ text }) => text);
  const added = await app.as(owner, "POST", "/auth/v1/factors", {
    factor_type: "phone",
    phone: number,
  });
  const { id } = (await added.json()) as { id: string };
  const asked = await app.as(owner, "POST", `/auth/v1/factors/${id}/challenge`, {});
  expect(asked.status).toBe(200);
  await app.work();
  await app.emails.sweep("clear_outbox");
  expect(await texts()).toEqual([expect.stringMatching(/^\d{6} is your Paraline code/)]);
  await app.db.deleteFrom("auth.mfa_challenges").where("factor_id", "=", id).execute();
  await app.emails.sweep("clear_outbox");
  expect(await texts()).toEqual([]);
});
