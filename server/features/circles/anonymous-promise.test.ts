import { expect, it } from "vitest";
import { inviteTokenHeader } from "#contract/endpoint.ts";
import type { ErrorBody } from "#contract/errors.ts";
import { readOpenInvite } from "#contract/feedback/feedback.ts";
import { defaultRatingLabels } from "#contract/question-types/rating.ts";
import { useTestApp } from "#server/testing/app.ts";
import { uploadCover } from "#server/testing/covers.ts";
import { changeRows } from "#server/testing/database/rows.ts";

/** Each test tries a way in which an owner might combine permitted actions to learn who answered, and must fail. */
const app = useTestApp({ each: true });
const { create, createInvited, edit, read, person, people, answer, answerAs } = app.circles;

const owner = app.useOwner({ full_name: "Maya" });

const four = ["ana", "ben", "cleo", "dan"];
const used = "already shared your reflections";

const readErrorCode = async (response: Response) => ((await response.json()) as ErrorBody).code;

const resend = async (inviteId: string) =>
  expect((await app.as(owner, "POST", `/api/invites/${inviteId}/resend`)).status).toBe(200);
const correct = async (circleId: string, name: string, email: string) =>
  app.as(owner, "PATCH", `/api/invites/${(await person(circleId, name)).id}`, { email });
const remove = async (circleId: string, name: string) =>
  app.as(owner, "DELETE", `/api/invites/${(await person(circleId, name)).id}`);
const openLink = (id: string) =>
  app.as(owner, "PUT", `/api/circles/${id}/open-link`, { open: true });

/** A copy with its people, whose links are sent only by "Resend invite". */
async function copyWithResentLinks(names: string[]): Promise<string> {
  const first = await create(owner, { is_anonymous: true, people: names });
  const { id } = await app.circles.copy(owner, first, { with_people: true });
  for (const invite of await people(owner, id)) await resend(invite.id);
  await app.work();
  return id;
}

/** The mail server refuses every email that it has accepted so far. */
const refuseEmails = (circleId: string) =>
  changeRows(
    app.db,
    "emails",
    { circle_id: circleId, state: "sent" },
    { state: "failed", undelivered_attempts: 1 },
  );

/** What the private link shows that was last emailed to an address. */
async function openLinkEmailedTo(address: string): Promise<string> {
  await app.work();
  const mail = (await app.emails.all()).find(({ to }) => to === address);
  const link = /\/invite\?token=[\w-]+/.exec(mail?.text ?? "")?.[0];
  expect(link).toBeDefined();
  return (await app.request(link ?? "")).text();
}

it.each([
  ["the first invitation was sent", (options: object) => createInvited(owner, options)],
  ["an invitation of a copy was resent", () => copyWithResentLinks(four)],
  [
    "the link was opened to anyone",
    async (options: object) => {
      const id = await create(owner, options);
      await openLink(id);
      return id;
    },
  ],
])("once %s, nothing that invitees read can change, and nobody can be added", async (_, fix) => {
  const id = await fix({ is_anonymous: true, people: four });
  expect(await read(owner, id)).toMatchObject({ is_fixed: true });
  const before = await read(owner, id);
  for (const change of [
    { is_anonymous: false },
    { title: "Another title" },
    { description: "Another description" },
    { what_they_ask: "Something else" },
    { cover_image_url: await uploadCover(app, owner, "1770000000001.png") },
    { questions: [{ id: 1, label: "What do you see now?", type: "textarea" }] },
    { questions: [{ label: "What do you see?", type: "textarea" }] },
    { questions: [...before.questions, { label: "And then?", type: "textarea" }] },
  ]) {
    const refused = (await (await edit(owner, id, change)).json()) as ErrorBody;
    expect(refused).toMatchObject({ code: "circle_fixed", path: Object.keys(change) });
  }
  const invites = [{ first_name: "eve", email: "eve@paraline.example" }];
  const added = await app.as(owner, "POST", `/api/circles/${id}/invites`, { invites });
  expect(await readErrorCode(added)).toBe("circle_fixed");
  expect((await edit(owner, id, { deadline: "2026-11-20" })).status).toBe(200);
  expect(await people(owner, id)).toHaveLength(4);
});

it("before anyone may have read it, everything can change, and the list grows without any email", async () => {
  const first = await createInvited(owner, { is_anonymous: true, people: ["ana", "ben", "cleo"] });
  const { id } = await app.circles.copy(owner, first);
  const add = (...names: string[]) =>
    app.as(owner, "POST", `/api/circles/${id}/invites`, {
      invites: names.map((name) => ({ first_name: name, email: `${name}@paraline.example` })),
    });
  const send = () => app.as(owner, "POST", `/api/circles/${id}/invites/send`);
  expect((await edit(owner, id, { title: "Another title" })).status).toBe(200);
  expect((await add("dan", "eve")).status).toBe(201);
  await app.work();
  expect((await people(owner, id)).map(({ delivery }) => delivery)).toEqual(["none", "none"]);
  // With fewer than three people, nobody is asked.
  expect(await readErrorCode(await send())).toBe("circle_mode_needs_three");
  const { id: dan } = await person(id, "dan");
  expect(await readErrorCode(await app.as(owner, "POST", `/api/invites/${dan}/resend`))).toBe(
    "circle_mode_needs_three",
  );
  expect((await add("fay")).status).toBe(201);
  expect(await (await send()).json()).toMatchObject({ queued_count: 3 });
  expect(await read(owner, id)).toMatchObject({ title: "Another title", is_fixed: false });
  await app.work();
  expect(await read(owner, id)).toMatchObject({ is_fixed: true });
});

it("cards and emails keep the owner's name of the first invitation, whatever it is later", async () => {
  const id = await createInvited(owner, { is_anonymous: true });
  const rename = (fullName: string) =>
    changeRows(app.db, "profiles", { user_id: owner.user_id }, { full_name: fullName });
  for (const name of ["Maja", ""]) {
    await rename(name);
    app.clock.advance({ minutes: 11 });
    const { id: inviteId, invite_token } = await person(id, "ana");
    const headers = { [inviteTokenHeader]: invite_token };
    const view = await app.request("/api/feedback", { headers });
    expect(readOpenInvite.output.parse(await view.json()).owner_name).toBe("Maya");
    await resend(inviteId);
    await app.work();
    expect((await app.emails.all())[0]?.subject).toMatch(/^Maya would still like/);
  }
});

it("an editor may spell out the default labels of a rating, but not change them", async () => {
  const rating = { label: "How well does this fit me?", type: "rating" as const };
  const id = await createInvited(owner, { is_anonymous: true, questions: [rating] });

  const spelledOut = { ...rating, id: 1, rating_labels: defaultRatingLabels };
  expect((await edit(owner, id, { questions: [spelledOut] })).status).toBe(200);
  const other = { ...spelledOut, rating_labels: { ...defaultRatingLabels, low: "Not at all" } };
  expect(await readErrorCode(await edit(owner, id, { questions: [other] }))).toBe("circle_fixed");
});

it("a person is not removed if fewer than three would remain", async () => {
  const id = await create(owner, { is_anonymous: true, people: ["eve", "fay", "gil"] });
  expect(await readErrorCode(await remove(id, "eve"))).toBe("circle_mode_needs_three");
});

it("a corrected address gets an unused link, whether or not the former one was used to answer", async () => {
  const id = await createInvited(owner, { is_anonymous: true, people: four });
  // The mail server refused the emails, although they had arrived.
  await refuseEmails(id);
  await answerAs(id, "dan");
  for (const name of ["cleo", "dan"]) {
    const email = `maya.${name}@paraline.example`;
    expect((await correct(id, name, email)).status).toBe(200);
    expect(await openLinkEmailedTo(email)).not.toContain(used);
  }
});

it("a person who takes back a decline does not show the owner anything by it", async () => {
  const id = await createInvited(owner, { is_anonymous: true, people: four });
  const dan = await person(id, "dan");
  const say = (what: "decline" | "reopen") =>
    app.request(`/api/invite/${what}`, {
      method: "POST",
      headers: { [inviteTokenHeader]: dan.invite_token },
    });
  const everythingAboutDan = async () => {
    const calls: [method: string, path: string, body?: object][] = [
      ["GET", `/api/circles/${id}/invites`],
      ["GET", "/api/invites/contacts.csv"],
      ["GET", `/api/circles/${id}/decision`],
      ["GET", `/api/circles/${id}`],
      ["POST", `/api/invites/${dan.id}/resend`],
      ["DELETE", `/api/invites/${dan.id}`],
      ["PATCH", `/api/invites/${dan.id}`, { email: "dan.lima@paraline.example" }],
      ["POST", `/api/circles/${id}/invites/remind`],
    ];
    const responses: unknown[] = [];
    for (const [method, path, body] of calls) {
      const response = await app.as(owner, method, path, body);
      const text = (await response.text()).replace(/"request_id":"[^"]*"/, "");
      responses.push([method, path, response.status, text]);
    }
    await app.work();
    return responses;
  };
  expect((await say("decline")).status).toBe(200);
  const declined = await everythingAboutDan();
  expect(JSON.stringify(declined)).toContain("Declined");

  expect((await say("reopen")).status).toBe(200);
  expect(await everythingAboutDan()).toEqual(declined);
  expect((await answer(dan.invite_token)).status).toBe(201);
  expect(await everythingAboutDan()).toEqual(declined);
  await app.circles.close(owner, id);
  expect(JSON.stringify(await people(owner, id))).toContain('"declined"');
});
