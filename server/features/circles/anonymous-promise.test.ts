import { expect, it } from "vitest";
import { inviteTokenHeader } from "#contract/endpoint.ts";
import type { ErrorBody } from "#contract/errors.ts";
import { readPrivateLink } from "#contract/invites/invites.ts";
import { defaultRatingLabels } from "#contract/question-types/rating.ts";
import { useTestApp } from "#server/testing/app.ts";

/** Each test tries a way in which an owner might combine permitted actions to learn who answered, and must fail. */
const app = useTestApp({ each: true });
const { create, createInvited, edit, read, person, people, answer, answerAs } = app.circles;

const owner = app.useOwner({ full_name: "Maya" });

const used = "already shared your reflections";

const codeOf = async (response: Response) => ((await response.json()) as ErrorBody).code;

/** A copy with its people, whose links are sent only by "Resend invite". */
async function copyWithResentLinks(names: string[]): Promise<string> {
  const first = await create(owner, { is_anonymous: true, people: names });
  const { id } = await app.circles.copy(owner, first, { with_people: true });
  for (const invite of await people(owner, id)) {
    expect((await app.as(owner, "POST", `/api/invites/${invite.id}/resend`)).status).toBe(200);
  }
  await app.work();
  return id;
}

/** What the private link shows that was last emailed to an address. */
async function openLinkEmailedTo(address: string): Promise<string> {
  await app.work();
  const mail = (await app.mails.all()).find(({ to }) => to === address);
  const link = /\/invite\?token=[\w-]+/.exec(mail?.text ?? "")?.[0];
  expect(link).toBeDefined();
  return (await app.request(link ?? "")).text();
}

it("emails that depend on an answer wait in a separate queue, so that they do not affect when other emails arrive", async () => {
  const owner = await app.createOwner();
  const anonymous = await create(owner, { is_anonymous: true, people: ["ana", "ben", "cleo"] });
  const named = await create(owner, { people: ["dan"] });
  await app.work();
  app.clock.advance({ minutes: 11 });
  for (const id of [anonymous, named]) {
    const [first] = await people(owner, id);
    expect((await app.as(owner, "POST", `/api/invites/${first?.id}/resend`)).status).toBe(200);
  }
  expect(await app.jobs.waiting("send_answer_dependent_mail")).toHaveLength(1);
  expect(await app.jobs.waiting("send_mail")).toHaveLength(1);
  await app.work();

  app.clock.advance({ minutes: 11 });
  for (const id of [anonymous, named]) {
    expect((await app.as(owner, "POST", `/api/circles/${id}/invites/remind`)).status).toBe(200);
  }
  expect(await app.jobs.waiting("send_answer_dependent_mail")).toHaveLength(3);
  expect(await app.jobs.waiting("send_mail")).toHaveLength(1);
});

it("a resent invitation binds a paraline to anonymous as the first one does", async () => {
  const id = await copyWithResentLinks(["ana", "ben", "cleo", "dan"]);
  await answerAs(id, "cleo");

  expect(await codeOf(await edit(owner, id, { is_anonymous: false }))).toBe("circle_mode_locked");
});

it("links that were copied while a paraline was named reveal nothing once it is anonymous", async () => {
  const id = await create(owner, { is_anonymous: false, people: ["ana", "ben", "cleo"] });
  const copied = [];
  for (const invite of await people(owner, id)) {
    const { invite_address } = await app.call(owner, readPrivateLink, {
      params: { id: invite.id },
    });
    copied.push(new URL(invite_address));
  }
  expect((await edit(owner, id, { is_anonymous: true })).status).toBe(200);
  await app.work();
  await answerAs(id, "ben");

  for (const { pathname, search } of copied) {
    expect(await (await app.request(`${pathname}${search}`)).text()).not.toContain(used);
  }
});

it("the questions of an anonymous paraline stay as they are once its links have been sent", async () => {
  const id = await create(owner, { is_anonymous: true });
  const reworded = [{ id: 1, label: "What do you see now?", type: "textarea" }];
  expect((await edit(owner, id, { questions: reworded })).status).toBe(200);
  await app.work();

  const further = [...reworded, { label: "And then?", type: "textarea" }];
  const otherWords = [{ id: 1, label: "What do you see?", type: "textarea" }];
  for (const questions of [further, otherWords]) {
    expect(await codeOf(await edit(owner, id, { questions }))).toBe("circle_questions_locked");
  }
  expect((await edit(owner, id, { questions: reworded, title: "Another title" })).status).toBe(200);
  expect((await read(owner, id)).title).toBe("Another title");
});

it("sending the default labels of a rating does not change a question", async () => {
  const rating = { label: "How well does this fit me?", type: "rating" as const };
  const id = await createInvited(owner, { is_anonymous: true, questions: [rating] });

  const spelledOut = { ...rating, id: 1, rating_labels: defaultRatingLabels };
  expect((await edit(owner, id, { questions: [spelledOut] })).status).toBe(200);
  expect((await read(owner, id)).questions).toEqual([{ ...rating, id: 1 }]);
  const other = { ...spelledOut, rating_labels: { ...defaultRatingLabels, low: "Not at all" } };
  expect(await codeOf(await edit(owner, id, { questions: [other] }))).toBe(
    "circle_questions_locked",
  );
});

it("the options of a choice stay as they are once the links of an anonymous paraline have been sent", async () => {
  const choice = { label: "What should I do?", type: "choice" as const, options: ["Go", "Wait"] };
  const id = await createInvited(owner, { is_anonymous: true, questions: [choice] });

  const kept = { ...choice, id: 1 };
  expect((await edit(owner, id, { questions: [kept] })).status).toBe(200);
  for (const change of [
    { options: ["Wait", "Go"] },
    { options: ["Go", "Wait", "Ask again"] },
    { type: "textarea", options: undefined },
    { id: undefined },
  ]) {
    expect(await codeOf(await edit(owner, id, { questions: [{ ...kept, ...change }] }))).toBe(
      "circle_questions_locked",
    );
  }
  expect((await read(owner, id)).questions).toEqual([kept]);
});

it("an address that a second email may have reached cannot be corrected, whether or not it was used to answer", async () => {
  const id = await copyWithResentLinks(["ana", "ben", "cleo", "dan"]);
  await answerAs(id, "dan");

  for (const name of ["cleo", "dan"]) {
    const { id: inviteId } = await person(id, name);
    const email = `maya.${name}@paraline.example`;
    const corrected = await app.as(owner, "PATCH", `/api/invites/${inviteId}`, { email });
    expect(await codeOf(corrected)).toBe("invite_may_have_arrived");
  }
});

it("an invitation that bounced is sent again whether or not its person has answered, and binds only when it arrives", async () => {
  const id = await create(owner, { is_anonymous: true, people: ["ana", "ben", "cleo", "dan"] });
  const reopenPage = async () => {
    await app.work();
    await app.deps.db
      .updateTable("mails")
      .set({ state: "failed", undelivered_attempts: 1 })
      .where("circle_id", "=", id)
      .where("state", "=", "sent")
      .execute();
  };
  const resendAll = async () => {
    app.clock.advance({ minutes: 10 });
    for (const invite of await people(owner, id)) {
      expect((await app.as(owner, "POST", `/api/invites/${invite.id}/resend`)).status).toBe(200);
    }
  };
  const deliveries = async () => (await people(owner, id)).map(({ delivery }) => delivery);
  const correct = async (name: string, email: string) =>
    app.as(owner, "PATCH", `/api/invites/${(await person(id, name)).id}`, { email });

  await reopenPage();
  await answerAs(id, "dan");
  await resendAll();
  await reopenPage();
  expect(await deliveries()).toEqual(Array(4).fill("failed"));
  for (const name of ["cleo", "dan"]) {
    expect((await correct(name, `${name}.lima@paraline.example`)).status).toBe(200);
  }

  await reopenPage();
  await answerAs(id, "ben");
  await resendAll();
  await app.work();
  expect(await deliveries()).toEqual(Array(4).fill("sent"));
  for (const name of ["ana", "ben"]) {
    expect(await codeOf(await correct(name, `${name}.lima@paraline.example`))).toBe(
      "invite_may_have_arrived",
    );
  }
});

it("a corrected address gets an unused link, whether or not the former one was used to answer", async () => {
  const id = await createInvited(owner, {
    is_anonymous: true,
    people: ["ana", "ben", "cleo", "dan"],
  });
  // The mail server refused the email, although it had arrived.
  await app.deps.db
    .updateTable("mails")
    .set({ state: "failed", undelivered_attempts: 1 })
    .where("circle_id", "=", id)
    .execute();
  await answerAs(id, "dan");

  for (const name of ["cleo", "dan"]) {
    const { id: inviteId } = await person(id, name);
    const email = `maya.${name}@paraline.example`;
    expect((await app.as(owner, "PATCH", `/api/invites/${inviteId}`, { email })).status).toBe(200);
    expect(await openLinkEmailedTo(email)).not.toContain(used);
  }

  // The answer of the former address still waits, and does not count towards any number of people.
  for (const name of ["ana", "ben", "cleo", "dan"]) {
    await answerAs(id, name);
  }
  await app.as(owner, "POST", `/api/circles/${id}/close`);
  const { responses_count, invites_count } = await read(owner, id);
  expect({ responses_count, invites_count }).toEqual({ responses_count: 3, invites_count: 4 });
});

it("a person who takes back a decline does not show the owner anything by it", async () => {
  const id = await createInvited(owner, {
    is_anonymous: true,
    people: ["ana", "ben", "cleo", "dan"],
  });
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
});

it("a person who declined and took it back while a paraline was named is asked once it is anonymous", async () => {
  const id = await create(owner, { is_anonymous: false, people: ["ana", "ben", "cleo"] });
  const { invite_token } = await person(id, "ben");
  for (const what of ["decline", "reopen"]) {
    const headers = { [inviteTokenHeader]: invite_token };
    const said = await app.request(`/api/invite/${what}`, { method: "POST", headers });
    expect(said.status).toBe(200);
  }
  expect((await edit(owner, id, { is_anonymous: true })).status).toBe(200);
  expect(JSON.stringify(await people(owner, id))).not.toContain("eclined");
});

it("a person cannot be removed if a second email may have reached them, or if fewer than three would remain", async () => {
  const remove = async (circleId: string, name: string) =>
    codeOf(await app.as(owner, "DELETE", `/api/invites/${(await person(circleId, name)).id}`));

  const resent = await copyWithResentLinks(["ana", "ben", "cleo", "dan"]);
  for (const name of ["ana", "ben"])
    expect(await remove(resent, name)).toBe("invite_may_have_arrived");

  const fresh = await create(owner, { is_anonymous: true, people: ["eve", "fay", "gil"] });
  expect(await remove(fresh, "eve")).toBe("circle_mode_needs_three");
});
