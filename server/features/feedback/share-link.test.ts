import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { joinByLink, readShareLink } from "#contract/invites/invites.ts";
import { shareLinkReply } from "#contract/invites/share-link.ts";
import { limits } from "#contract/limits.ts";
import { inviteJobs } from "#server/features/invites/jobs.ts";
import { useTestApp } from "#server/testing/app.ts";
import { resetAccount } from "#server/testing/auth/reset-account.ts";
import { itOnPostgres } from "#server/testing/database/db.ts";
import { insertRow, readRow, readRows } from "#server/testing/database/rows.ts";
import { recordStatements } from "#server/testing/database/statements.ts";
import { listAllStored } from "#server/testing/database/stored-texts.ts";

const app = useTestApp();
/** The same app with rate limits on. */
const limited = useTestApp({ database: app.database, environment: { RATE_LIMITS: "on" } });
const { create, createInvited, people, person, answer, read } = app.circles;

const owner = app.useOwner({ full_name: "Maya" });

const shareLink = async (id: string) =>
  readShareLink.output.parse(await (await app.request(`/api/share-link/${id}`)).json());
const ask = (id: string, email: string, at = app) =>
  at.post(`/api/share-link/${id}/private-link`, { email });
const join = (id: string, firstName?: string) =>
  app.post(`/api/share-link/${id}/join`, { first_name: firstName });
const token = async (response: Response) =>
  joinByLink.output.parse(await response.json()).invite_token;
const open = (id: string, isOpen = true) =>
  app.as(owner, "PUT", `/api/circles/${id}/open-link`, { open: isOpen });

/** Makes this many people answer through the link, without what they wrote. */
async function answerManyTimes(circleId: string, count: number): Promise<void> {
  const { last } = await app.db
    .selectFrom("invites")
    .where("circle_id", "=", circleId)
    .select(({ fn }) => fn.max("position").as("last"))
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto("invites")
    .values(
      Array.from({ length: count }, (_, n) => ({
        id: randomUUID(),
        circle_id: circleId,
        user_id: owner.user_id,
        position: last + 1 + n,
        first_name: "",
        source: "link" as const,
        status: "completed" as const,
        invite_token: randomUUID(),
        created_at: app.clock.now(),
      })),
    )
    .execute();
}

const emailsTo = async (circleId: string, kind: "private_link" | "invitation") =>
  readRows(app.db, "emails", { circle_id: circleId, kind }, ["to_address", "state"]);

describe("the share-link page for people who were invited", () => {
  it("answers the same for every address and every id, and emails the link to people who were invited", async () => {
    const id = await createInvited(owner);
    const before = await app.db.selectFrom("emails").select("id").execute();
    // This makes the email that is requested now the newest in the outbox.
    app.clock.advance({ minutes: 1 });
    const answers = [];
    for (const [asked, email] of [
      [id, " Ana@Paraline.Example "],
      [id, "eve@paraline.example"],
      [randomUUID(), "ana@paraline.example"],
      ["nonsense", "ana@paraline.example"],
    ] as const) {
      const response = await ask(asked, email);
      answers.push([response.status, await response.text()]);
    }
    expect(new Set(answers.map(String)).size).toBe(1);
    expect(answers[0]).toEqual([200, JSON.stringify({ message: shareLinkReply })]);
    // So far the rows of all four are alike, too, because nothing has been looked up.
    expect(await app.db.selectFrom("emails").select("id").execute()).toEqual(before);
    expect(await app.db.selectFrom("link_requests").selectAll().execute()).toHaveLength(4);

    await app.work();
    expect(await app.db.selectFrom("link_requests").selectAll().execute()).toEqual([]);
    expect(await emailsTo(id, "private_link")).toEqual([
      { to_address: "ana@paraline.example", state: "sent" },
    ]);
    const [mail] = (await app.deps.outbox?.list(1)) ?? [];
    expect(mail?.to).toBe("ana@paraline.example");
    expect(mail?.subject).toBe("Your private link to “Should I leave the orchestra?”");
    expect(mail?.text).toContain((await person(id, "ana")).invite_token);
    expect(mail?.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  });

  it("emails no link to people who were invited before the account was reset, until the owner invites them", async () => {
    const id = await createInvited(owner, { people: ["ana", "ben", "cleo"] });
    app.clock.advance({ minutes: 11 });
    await resetAccount(app, owner.user_id);
    app.clock.advance({ minutes: 1 });
    expect((await ask(id, "ana@paraline.example")).status).toBe(200);
    await app.work();
    const asked = await app.db
      .selectFrom("emails")
      .innerJoin("invites", "invites.id", "emails.invite_id")
      .where("invites.circle_id", "=", id)
      .where("emails.kind", "=", "private_link")
      .select("emails.state")
      .execute();
    expect(asked).toEqual([]);
  });

  it("takes the same work for every address, known or not, so that its duration reveals nothing", async () => {
    for (const at of [app, limited]) {
      const of = at.circles;
      const id = await of.create(owner);
      const closed = await of.create(owner);
      await at.work();
      const { invite_token } = await person(id, "ben");
      expect((await of.answer(invite_token)).status).toBe(201);
      expect((await at.as(owner, "POST", `/api/circles/${closed}/close`)).status).toBe(200);
      const send = (circleId: string, email: string) => [
        () => ask(circleId, email, at),
        () => at.postForm(`/feedback?circle=${circleId}`, { action: "ask", email }),
      ];
      const seen = [new Set<string>(), new Set<string>()];
      for (const [circleId, email] of [
        [id, "eve@paraline.example"],
        [id, "ana@paraline.example"],
        [id, "ben@paraline.example"],
        [closed, "ana@paraline.example"],
        [randomUUID(), "ana@paraline.example"],
      ] as const) {
        for (const [way, request] of send(circleId, email).entries()) {
          const waiting = (await at.jobs.waiting("send_private_link")).length;
          let answered: Response | undefined;
          const statements = await recordStatements(app.db, async () => {
            answered = await request();
          });
          expect(statements.length).toBeGreaterThan(0);
          const { "x-request-id": _, ...headers } = Object.fromEntries(answered?.headers ?? []);
          const enqueued = (await at.jobs.waiting("send_private_link")).length - waiting;
          expect(enqueued).toBe(1);
          seen[way]?.add(JSON.stringify([answered?.status, headers, statements]));
        }
      }
      expect(seen.map(({ size }) => size)).toEqual([1, 1]);
      await at.work();
    }
  });

  it("shows nothing about a paraline, whether it is open, closed or unknown", async () => {
    const id = await create(owner, { deadline: "2026-11-02" });
    const shown = [await shareLink(id), await shareLink(randomUUID()), await shareLink("' or 1=1")];
    app.clock.set("2026-11-03T00:00:00Z");
    shown.push(await shareLink(id));
    expect(shown).toEqual(Array(4).fill({ mode: "invited" }));
    for (const absentId of [id, randomUUID(), "nonsense"]) {
      const refused = await join(absentId, "Eve");
      expect(refused.status).toBe(404);
      expect(await refused.json()).toMatchObject({ code: "link_not_open" });
    }
  });

  it("requires an address that looks like one", async () => {
    const id = await create(owner);
    for (const [email, code] of [
      ["", "invite_email_missing"],
      ["ana", "invite_email_malformed"],
    ] as const) {
      const refused = await ask(id, email);
      expect(refused.status).toBe(422);
      expect(await refused.json()).toMatchObject({ code });
    }
  });

  it("the page of an anonymous paraline emails the link once the invitation has arrived, since the owner may correct an address until then", async () => {
    const id = await create(owner, { is_anonymous: true });
    const asked = async (name: string) => {
      await ask(id, `<mailto:${name}@Paraline.example.>`);
      await app.jobs.runDue(inviteJobs(app.deps));
      return (await emailsTo(id, "private_link")).map(({ to_address }) => to_address);
    };
    expect(await asked("ana")).toEqual([]);
    await app.work();
    await app.db
      .updateTable("emails")
      .set({ state: "failed" })
      .where("circle_id", "=", id)
      .where("to_address", "=", "ben@paraline.example")
      .execute();
    expect(await asked("ben")).toEqual([]);
    expect(await asked("cleo")).toEqual(["cleo@paraline.example"]);
    await app.work();
  });

  it("emails nobody whose invitation was never sent, whose paraline has closed or who opted out", async () => {
    const source = await create(owner, { deadline: "2026-11-02" });
    const copied = await app.circles.copy(owner, source, { with_people: true });
    await ask(copied.id, "ana@paraline.example");
    await app.work();
    expect(await emailsTo(copied.id, "private_link")).toEqual([]);
    app.clock.set("2026-11-03T00:00:00Z");
    await ask(source, "ana@paraline.example");
    await app.work();
    expect(await emailsTo(source, "private_link")).toEqual([]);
  });

  it("does not flood a mailbox: one private link in ten minutes, five a day, whatever the owner has sent", async () => {
    const of = limited.circles;
    const id = await of.create(owner);
    await limited.work();
    const asked = async () => {
      expect((await ask(id, "ana@paraline.example", limited)).status).toBe(200);
      await limited.work();
      return (await emailsTo(id, "private_link")).length;
    };
    // The invitation has just been sent, and does not count as an email that they asked for themselves.
    expect(await asked()).toBe(1);
    // If links for an address are requested too often in a short time, the response is the usual one and nothing is
    // processed. This limit uses real time.
    expect([await asked(), await asked()]).toEqual([1, 1]);
    const request = async () => {
      limited.clock.advance({ minutes: 10 });
      const requestId = randomUUID();
      await app.db.transaction().execute(async (tx) => {
        await insertRow(tx, "link_requests", {
          id: requestId,
          circle_id: id,
          email: "ana@paraline.example",
          created_at: limited.clock.now(),
        });
        await limited.jobs.enqueue(tx, "send_private_link", { request_id: requestId });
      });
      await limited.work();
      return (await emailsTo(id, "private_link")).length;
    };
    const counts = [];
    for (let round = 0; round < 6; round += 1) counts.push(await request());
    expect(counts).toEqual([2, 3, 4, 5, 5, 5]);
    expect((await ask(id, "ana@paraline.example", limited)).status).toBe(200);
    expect(await app.db.selectFrom("link_requests").selectAll().execute()).toEqual([]);
  });

  it("counts a visitor who tries address after address", async () => {
    const id = randomUUID();
    const statuses = [];
    for (let n = 0; n < 62; n += 1) {
      statuses.push((await ask(id, `person-${n}@paraline.example`, limited)).status);
    }
    expect(statuses.at(-1)).toBe(429);
    await app.db.deleteFrom("link_requests").execute();
  });
});

describe("the share-link page that is open to anyone", () => {
  it("shows title and cover, and gives people who enter their first name a private link", async () => {
    const id = await createInvited(owner);
    const opened = await open(id);
    expect(await opened.json()).toMatchObject({ circle: { open_link: true } });
    expect(await shareLink(id)).toEqual({
      mode: "open",
      title: "Should I leave the orchestra?",
      cover_image_url: null,
      is_anonymous: false,
      language: "en",
    });
    const nameless = await join(id, " ");
    expect(await nameless.json()).toMatchObject({ code: "invite_first_name_missing" });
    const joined = await join(id, " Dan ");
    expect(joined.status).toBe(201);
    expect((await answer(await token(joined))).status).toBe(201);
    expect((await people(owner, id)).at(-1)).toMatchObject({
      first_name: "Dan",
      email: null,
      source: "link",
      status: "completed",
      delivery: "none",
    });
    expect(await read(owner, id)).toMatchObject({ responses_count: 1, invites_count: 4 });
  });

  it.each([false, true])(
    "stores an answer only once if it is sent again with its key after joining again (anonymous: %s)",
    async (isAnonymous) => {
      const id = await create(owner, { is_anonymous: isAnonymous });
      await open(id);
      const body = { answers: { 1: "Sent once." }, submission_key: crypto.randomUUID() };
      const first = await token(await join(id, "Dan"));
      const second = await token(await join(id, "Dan"));
      const both = await Promise.all([answer(first, body), answer(second, body)]);
      expect(both.map(({ status }) => status)).toEqual([201, 201]);
      const stored = await listAllStored(app.db);
      expect(stored.filter(({ circle_id }) => circle_id === id)).toHaveLength(1);
      const third = await token(await join(id, "Eve"));
      const own = { ...body, submission_key: crypto.randomUUID() };
      expect((await answer(third, own)).status).toBe(201);
    },
  );

  it("stores nothing of people who have not submitted, so that no number of them can push anybody out", async () => {
    for (const isAnonymous of [false, true]) {
      const id = await create(owner, { is_anonymous: isAnonymous });
      await open(id);
      const asked = await readRows(app.db, "invites", { circle_id: id }, ["id"]);
      const visitor = await token(await join(id, "Dan"));
      for (let n = 0; n < 3; n += 1) await app.circles.decline(await token(await join(id, "Eve")));
      expect(await readRows(app.db, "invites", { circle_id: id }, ["id"])).toEqual(asked);
      app.clock.advance({ minutes: 60 * 24 * 30 });
      expect((await app.request(`/invite?token=${visitor}`)).status).toBe(200);
      const body = { submission_key: crypto.randomUUID() };
      expect((await answer(visitor, body)).status).toBe(201);
      expect((await answer(visitor, body)).status).toBe(201);
      expect(await (await answer(visitor)).json()).toMatchObject({ code: "invite_completed" });
      const [stored, ...others] = await readRows(
        app.db,
        "invites",
        { circle_id: id, source: "link" },
        ["first_name", "created_at"],
      );
      expect(others).toEqual([]);
      const now = app.clock.now();
      const day = new Date(now.toISOString().slice(0, 10));
      expect(stored).toEqual(
        isAnonymous ? { first_name: "", created_at: day } : { first_name: "Dan", created_at: now },
      );
    }
  });

  it("takes a first name of any length and script that a private link has room for", async () => {
    const id = await create(owner);
    await open(id);
    for (const name of ["", "D"]) {
      const firstName = name + "\u4eae".repeat(limits.nameCharacters - name.length);
      expect((await answer(await token(await join(id, firstName)))).status).toBe(201);
      expect((await people(owner, id)).at(-1)?.first_name).toBe(firstName);
    }
  });

  it("a link that is turned off ends the pages that were opened by it, keeps their words, and does not revive them", async () => {
    const id = await create(owner);
    await open(id);
    const [dan, eve] = [await token(await join(id, "Dan")), await token(await join(id, "Eve"))];
    expect((await answer(dan)).status).toBe(201);
    expect(await (await open(id, false)).json()).toMatchObject({ circle: { open_link: false } });
    expect(await shareLink(id)).toEqual({ mode: "invited" });
    expect((await join(id, "Finn")).status).toBe(404);
    for (const isOpen of [false, true]) {
      await open(id, isOpen);
      const refused = await answer(eve);
      expect(refused.status).toBe(410);
      expect(await refused.json()).toMatchObject({ code: "link_turned_off" });
      const opened = await app.request(`/invite?token=${eve}`);
      expect(opened.status).toBe(410);
      const card = await opened.text();
      expect(card).toContain("The shared link was turned off after you opened it.");
      expect(card).toContain(`href="/feedback?circle=${id}"`);
      const words = { token: eve, "answer-1": "Words that were long to write." };
      const posted = await app.postForm("/feedback", words);
      expect(posted.status).toBe(410);
      const kept = await posted.text();
      expect(kept).toContain("Words that were long to write.");
      expect(kept).toContain("The shared link was turned off after you opened it.");
    }
    expect(await (await answer(dan)).json()).toMatchObject({ code: "invite_completed" });
    expect(await read(owner, id)).toMatchObject({ responses_count: 1, invites_count: 4 });
    expect((await answer(await token(await join(id, "Eve")))).status).toBe(201);
  });

  it("takes fifty answers, and none once the paraline has closed", async () => {
    const id = await create(owner, { deadline: "2026-11-02" });
    await open(id);
    const writing = await token(await join(id, "Writing"));
    await answerManyTimes(id, limits.linkAnswersMax - 2);
    for (const name of ["Forty-ninth", "Fiftieth"]) {
      expect((await answer(await token(await join(id, name)))).status).toBe(201);
    }
    for (const refused of [await join(id, "One more"), await answer(writing)]) {
      expect(refused.status).toBe(409);
      expect(await refused.json()).toMatchObject({
        code: "link_full",
        message: "This link has reached its limit.",
      });
    }
    const opened = await app.request(`/invite?token=${writing}`);
    expect(opened.status).toBe(409);
    expect(await opened.text()).toContain("This link has reached its limit.");
    // People who were invited by name do not count among the fifty.
    expect((await answer((await person(id, "ana")).invite_token)).status).toBe(201);
    app.clock.set("2026-11-03T00:00:00Z");
    expect(await shareLink(id)).toEqual({ mode: "closed" });
    expect(await (await join(id, "Late")).json()).toMatchObject({ code: "circle_closed" });
  });

  it("the open share-link page neither lists nor counts people who joined and have not answered", async () => {
    const id = await create(owner);
    await open(id);
    const readOwnerViews = async () =>
      Promise.all(
        [`/api/circles/${id}`, `/api/circles/${id}/invites`, "/api/invites", "/api/circles"].map(
          async (path) => (await app.as(owner, "GET", path)).text(),
        ),
      );
    const before = await readOwnerViews();
    const dan = await token(await join(id, "Dan"));
    const eve = await token(await join(id, "Eve"));
    await app.circles.decline(eve);
    expect(await readOwnerViews()).toEqual(before);
    const view = await app.request("/api/feedback", { headers: { "X-Invite-Token": dan } });
    expect(await view.json()).toMatchObject({ people_count: 4 });
    expect(await (await answer(dan)).json()).toMatchObject({
      progress: { responses_count: 1, invites_count: 4 },
    });
    expect((await people(owner, id)).map(({ first_name }) => first_name)).toEqual([
      "ana",
      "ben",
      "cleo",
      "Dan",
    ]);
  });

  it("a link that is full says so to its owner, and takes fifty more answers once it was turned off and on", async () => {
    const id = await create(owner);
    await open(id);
    await answerManyTimes(id, limits.linkAnswersMax - 1);
    expect(await read(owner, id)).toMatchObject({ is_link_full: false });
    const waiting = await token(await join(id, "Waiting"));
    expect((await answer(await token(await join(id, "Last")))).status).toBe(201);
    expect(await read(owner, id)).toMatchObject({ is_link_full: true });
    // Opening a link that is open already resets nothing.
    for (const isOpen of [true, false]) {
      expect(await (await open(id, isOpen)).json()).toMatchObject({
        circle: { is_link_full: true },
      });
      const code = isOpen ? "link_full" : "link_turned_off";
      expect(await (await answer(waiting)).json()).toMatchObject({ code });
    }
    expect(await (await open(id)).json()).toMatchObject({ circle: { is_link_full: false } });
    expect((await answer(await token(await join(id, "Once more")))).status).toBe(201);
    await answerManyTimes(id, limits.linkAnswersMax - 1);
    expect(await (await join(id, "One too many")).json()).toMatchObject({ code: "link_full" });
    await open(id, false);
    await open(id);
    expect((await join(id, "Third time")).status).toBe(201);
  });

  itOnPostgres("takes fifty answers if many people answer at once", async () => {
    const id = await create(owner);
    await open(id);
    const answers: Response[] = [];
    // Fifteen at a time: a busy server answers 503 to those who wait for long.
    for (let first = 0; first < 60; first += 15) {
      const names = Array.from({ length: 15 }, (_, n) => `P${first + n}`);
      const joined = await Promise.all(names.map(async (name) => token(await join(id, name))));
      answers.push(...(await Promise.all(joined.map((inviteToken) => answer(inviteToken)))));
    }
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(10);
    expect(await read(owner, id)).toMatchObject({ responses_count: 50, invites_count: 53 });
  });
});

describe("a person who joins an anonymous paraline through its link", () => {
  const readOwnerViews = async (id: string) =>
    Promise.all(
      [
        `/api/circles/${id}`,
        `/api/circles/${id}/invites`,
        "/api/circles",
        "/api/invites",
        "/api/invites/contacts.csv",
        `/api/circles/${id}/feedback`,
      ].map(async (path) => (await app.as(owner, "GET", path)).text()),
    );

  it("is not asked for a name, and neither their joining nor their answer shows before the closing", async () => {
    const id = await createInvited(owner, { is_anonymous: true });
    await open(id);
    const before = await readOwnerViews(id);
    const first = await token(await join(id, "Dan"));
    const view = await app.request("/api/feedback", { headers: { "X-Invite-Token": first } });
    expect(await view.json()).toMatchObject({ people_count: null });
    expect(await (await answer(first)).json()).toMatchObject({ progress: null });
    await answer(await token(await join(id)));
    await join(id);
    await answer((await person(id, "ana")).invite_token);
    expect(await readOwnerViews(id)).toEqual(before);
    const names = await readRows(app.db, "invites", { circle_id: id, source: "link" }, [
      "first_name",
    ]);
    expect(names).toEqual(Array(2).fill({ first_name: "" }));

    // No number shows how many of the answers came through the link, not even once it is off.
    await open(id, false);
    const closed = await app.circles.close(owner, id);
    expect(closed).toMatchObject({ responses_count: 3, invites_count: null });
    expect(await people(owner, id)).toHaveLength(3);
    expect(await readRows(app.db, "invites", { circle_id: id, source: "link" })).toEqual([]);
  });

  it("finds no limit of answers, with which an owner who answers could learn when others do", async () => {
    const id = await create(owner, { is_anonymous: true });
    const opened = await (await open(id)).json();
    await answerManyTimes(id, 3 * limits.linkAnswersMax);
    expect((await answer(await token(await join(id)))).status).toBe(201);
    expect(opened).toEqual({ circle: await read(owner, id) });
  });

  it("cannot be reached by the owner: no list, no label, no removal, no link", async () => {
    const id = await create(owner, { is_anonymous: true });
    await open(id);
    expect((await answer(await token(await join(id)))).status).toBe(201);
    const invite = await readRow(app.db, "invites", { circle_id: id, source: "link" }, ["id"]);
    for (const [method, path, body] of [
      ["PATCH", "", { label: "work" }],
      ["PATCH", "", { email: "x@paraline.example" }],
      ["DELETE", "", undefined],
      ["GET", "/link", undefined],
      ["POST", "/resend", undefined],
    ] as const) {
      const response = await app.as(owner, method, `/api/invites/${invite.id}${path}`, body);
      expect(response.status).toBe(404);
    }
  });
});

describe("the share-link page", () => {
  const page = (id: string, init?: RequestInit) => app.request(`/feedback?circle=${id}`, init);
  const send = (id: string, fields: Record<string, string>, at = app) =>
    at.postForm(`/feedback?circle=${id}`, fields);

  it("asks for the address, works without scripts, and says the same for every address", async () => {
    const id = await create(owner);
    const [known, unknown] = [await page(id), await page(randomUUID())];
    expect([known.status, unknown.status]).toEqual([200, 200]);
    expect(known.headers.get("referrer-policy")).toBe("no-referrer");
    const text = await known.text();
    expect(text).toContain("Were you invited?");
    expect(text).not.toContain("orchestra");
    const texts = [];
    for (const email of ["ana@paraline.example", "eve@paraline.example"]) {
      texts.push(await (await send(id, { action: "ask", email })).text());
    }
    expect(texts[0]).toContain(shareLinkReply);
    expect(texts[0]).toBe(texts[1]);
    const refused = await send(id, { action: "ask", email: "<b>ana" });
    expect(refused.status).toBe(422);
    const again = await refused.text();
    expect(again).toContain("Please enter a valid email address");
    expect(again).toContain('value="&lt;b&gt;ana"');
  });

  it("the page of an open link shows the title, asks for a first name and leads to the questions", async () => {
    const id = await create(owner);
    await open(id);
    expect(await (await page(id)).text()).toContain("Should I leave the orchestra?");
    const nameless = await send(id, { action: "join", first_name: "" });
    expect(nameless.status).toBe(422);
    expect(await nameless.text()).toContain("Please enter a first name");
    const joined = await send(id, { action: "join", first_name: "Dan" });
    expect(joined.status).toBe(303);
    const next = await app.request(joined.headers.get("location") ?? "");
    expect(await next.text()).toContain("What do you see?");
    await app.as(owner, "POST", `/api/circles/${id}/close`);
    const closed = await page(id);
    expect(closed.status).toBe(410);
    expect(await closed.text()).toContain("This paraline has closed.");
  });

  it("keeps the typed text when it cannot be accepted right now, and says so", async () => {
    const id = await create(owner);
    await open(id);
    const long = "D".repeat(limits.nameCharacters + 1);
    const refused = await send(id, { action: "join", first_name: long });
    expect(refused.status).toBe(400);
    const again = await refused.text();
    expect(again).toContain("This is too long. Please shorten it.");
    expect(again).toContain(`value="${long}"`);
    const unknown = randomUUID();
    const statuses = [];
    let last = "";
    for (let n = 0; n < 62; n += 1) {
      const email = `person-${n}@paraline.example`;
      const response = await send(unknown, { action: "ask", email }, limited);
      statuses.push(response.status);
      last = await response.text();
    }
    expect(statuses.at(-1)).toBe(429);
    expect(last).toContain("Too many requests. Please try again in a moment.");
    expect(last).toContain('value="person-61@paraline.example"');
    await app.db.deleteFrom("link_requests").execute();
  });

  it("changes nothing when it is opened", async () => {
    const id = await create(owner);
    await open(id);
    const before = await people(owner, id);
    for (const method of ["GET", "HEAD"]) await page(id, { method });
    expect(await people(owner, id)).toEqual(before);
  });
});
