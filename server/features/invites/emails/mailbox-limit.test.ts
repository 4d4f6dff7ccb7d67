import { describe, expect, it } from "vitest";
import { readPrivateLink } from "#contract/invites/invites.ts";
import { deleteOldMailboxes } from "#server/mail/mailbox-limit.ts";
import { useTestApp } from "#server/testing/app.ts";
import { readRows } from "#server/testing/database/rows.ts";

const app = useTestApp({ each: true, environment: { RATE_LIMITS: "on" } });
const { person, people, answer } = app.circles;

/** Different addresses of one mailbox. */
const stranger = (index: number) => `stranger+${index}@paraline.example`;

/** Each of some owners invites the stranger. Returns the owners with their paralines. */
async function inviteStranger(count: number, draft: object = {}, email = stranger) {
  const made = [];
  for (let index = 0; index < count; index++) {
    const owner = await app.createOwner();
    const invites = [{ first_name: "Sam", email: email(index) }];
    made.push({ owner, id: await app.circles.create(owner, { invites, ...draft }) });
  }
  await app.work();
  return made;
}

const sentCount = async () => {
  const sent = await readRows(app.db, "emails", { state: "sent" }, ["to_address"]);
  return sent.filter(({ to_address }) => /^(stranger|sam)/.test(to_address)).length;
};

const requestLink = async (id: string, email: string) => {
  await app.post(`/api/share-link/${id}/private-link`, { email });
  await app.work();
};

describe("emails to somebody who is not known here", () => {
  it("are five a day over all owners: the sixth is sent a day later, and one too many could not be delivered", async () => {
    const made = await inviteStranger(12);
    expect(await sentCount()).toBe(5);
    const deliveries = async () =>
      (await Promise.all(made.map(({ owner, id }) => people(owner, id)))).map(
        ([invite]) => invite?.delivery,
      );
    expect(await deliveries()).toEqual([
      ...Array(5).fill("sent"),
      ...Array(5).fill("queued"),
      ...Array(2).fill("failed"),
    ]);
    const last = made.at(-1);
    if (last === undefined) throw new Error("There is no paraline.");
    const [refused] = await people(last.owner, last.id);
    expect(refused?.delivery_reason).toMatch(/too many emails/);

    app.clock.advance({ hours: 24, minutes: -1 });
    await app.work();
    expect(await sentCount()).toBe(5);
    app.clock.advance({ minutes: 1 });
    await app.work();
    expect(await sentCount()).toBe(10);

    const again = await app.as(last.owner, "POST", `/api/invites/${refused?.id}/resend`);
    expect(await again.json()).toEqual({ email: refused?.email });
    expect((await people(last.owner, last.id))[0]?.delivery).toBe("queued");
  });

  it("are refused with a sentence if they would have to wait for more than a day", async () => {
    const [first] = await inviteStranger(10);
    if (first === undefined) throw new Error("There is no paraline.");
    app.clock.advance({ minutes: 11 });
    const [invite] = await people(first.owner, first.id);
    const again = await app.as(first.owner, "POST", `/api/invites/${invite?.id}/resend`);
    expect(await again.json()).toMatchObject({ code: "invite_address_exhausted" });
  });

  it("count whatever they are: a reminder and a repeated invitation like an invitation", async () => {
    const [first] = await inviteStranger(1);
    if (first === undefined) throw new Error("There is no paraline.");
    const [invite] = await people(first.owner, first.id);
    for (const path of [`circles/${first.id}/invites/remind`, `invites/${invite?.id}/resend`]) {
      app.clock.advance({ minutes: 11 });
      await app.as(first.owner, "POST", `/api/${path}`);
    }
    await inviteStranger(4);
    expect(await sentCount()).toBe(5);
  });

  it("are counted without a list of addresses, for a day", async () => {
    await inviteStranger(1);
    const rows = () => readRows(app.db, "mailboxes", {}, ["mailbox_hash"]);
    const [row] = await rows();
    expect(row?.mailbox_hash).toMatch(/^[0-9a-f]{64}$/);
    app.clock.advance({ hours: 23 });
    await deleteOldMailboxes(app.db, app.clock.now());
    expect(await rows()).toHaveLength(1);
    app.clock.advance({ hours: 1 });
    await deleteOldMailboxes(app.db, app.clock.now());
    expect(await rows()).toEqual([]);
  });

  it("count until then, even if an account of that address is deleted that was never confirmed", async () => {
    await inviteStranger(5, {}, () => "sam@paraline.example");
    const made = await app.createOwner({ email: "sam@paraline.example", proven: false });
    await app.db.deleteFrom("auth.users").where("id", "=", made.user_id).execute();
    await inviteStranger(1, {}, () => "sam@paraline.example");
    expect(await sentCount()).toBe(5);
  });
});

describe("more than five a day reach somebody", () => {
  const sam = () => "sam@paraline.example";

  it("who has confirmed an account with the address", async () => {
    await app.createOwner({ email: sam() });
    await inviteStranger(7, {}, sam);
    expect(await sentCount()).toBe(7);
  });

  it.each([
    ["a named paraline, by a link that only they had", false, false, 7],
    ["a named paraline, by a link that its owner had, too", false, true, 5],
    ["an anonymous paraline, because the delay of other emails would show it", true, false, 5],
  ])("who has answered %s", async (_, isAnonymous, ownerHasLink, sent) => {
    const others = ["ben", "cleo"].map((name) => ({
      first_name: name,
      email: `${name}@paraline.example`,
    }));
    const invites = [{ first_name: "Sam", email: sam() }, ...others];
    const [first] = await inviteStranger(1, { is_anonymous: isAnonymous, invites });
    if (first === undefined) throw new Error("There is no paraline.");
    const { id, invite_token } = await person(first.id, "Sam");
    if (ownerHasLink) await app.call(first.owner, readPrivateLink, { params: { id } });
    expect((await answer(invite_token)).status).toBe(201);
    await inviteStranger(6, {}, sam);
    expect(await sentCount()).toBe(sent);
  });
});

describe("private links that somebody requests with an address", () => {
  it("are sent only while fewer than five emails have gone there", async () => {
    const made = await inviteStranger(5, {}, () => "sam@paraline.example");
    for (const { id } of made) await requestLink(id, "sam@paraline.example");
    expect(await sentCount()).toBe(5);
    app.clock.advance({ hours: 24 });
    for (const { id } of made.slice(1)) await requestLink(id, "sam@paraline.example");
    expect(await sentCount()).toBe(9);
  });

  it("do not delay emails of owners, because that would show that somebody has asked", async () => {
    const made = await inviteStranger(2, {}, () => "sam@paraline.example");
    for (const { id } of made) await requestLink(id, "sam@paraline.example");
    await inviteStranger(3, {}, () => "sam@paraline.example");
    expect(await sentCount()).toBe(7);
  });
});

it("an invitation can be sent again twice, then its owner reads why not", async () => {
  const owner = await app.createOwner();
  const id = await app.circles.createInvited(owner, { people: ["ana"] });
  const ana = await person(id, "ana");
  const codes = [];
  for (let round = 0; round < 3; round++) {
    app.clock.advance({ minutes: 11 });
    const response = await app.as(owner, "POST", `/api/invites/${ana.id}/resend`);
    codes.push(((await response.json()) as { code?: string }).code);
    await app.work();
  }
  expect(codes).toEqual([undefined, undefined, "invite_resends_exhausted"]);
});

it("a title or a name with a web address becomes no link in an email", async () => {
  const owner = await app.createOwner({ full_name: "www.evil.example" });
  await app.circles.createInvited(owner, {
    title: "URGENT: your account at http://evil.example/login",
    invites: [{ first_name: "evil.example", email: stranger(0) }],
  });
  const mail = (await app.emails.all()).find(({ subject }) => subject.includes("URGENT"));
  expect(mail?.subject).toBe("… would like your perspective on “URGENT: your account at …”");
  expect(mail?.text).toContain("Dear evil. example,");
  expect(`${mail?.html}${mail?.text}`).not.toMatch(/evil\.example/);
});
