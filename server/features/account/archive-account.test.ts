import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { useTestApp } from "#server/testing/app.ts";
import { connectTestApp } from "#server/testing/auth/connected-apps.ts";
import { uploadCover } from "#server/testing/covers.ts";
import { readArchive } from "#server/testing/files/read-archive.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import { repeat } from "#server/testing/repeat.ts";

const app = useTestApp();
const selling = useTestApp({ environment: { BILLING: "test" } });

const owner = app.useOwner({ full_name: "Maya" });

/** The files of the downloaded archive, by their names. */
async function download(by: TestOwner): Promise<Map<string, Buffer>> {
  const response = await app.as(by, "GET", "/api/account/download");
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/zip"]);
  expect(response.headers.get("content-disposition")).toBe(
    "attachment; filename*=UTF-8''paraline-2026-11-02.zip",
  );
  expect(response.headers.get("cache-control")).toBe("no-store");
  return readArchive(response);
}
const readFileText = (files: Map<string, Buffer>, name: string) =>
  files.get(name)?.toString("utf8") ?? "";
const allText = (files: Map<string, Buffer>) =>
  [...files].map(([name, content]) => `${name}\n${content.toString("latin1")}`).join("\n");

const tableFiles = (name: string) => [`${name}.xlsx`, `${name}.csv`];

async function answerAll(circleId: string, people: string[]) {
  for (const person of people) {
    await app.circles.answerAs(circleId, person, {
      answers: { 1: `=HYPERLINK("x") says ${person}` },
      encouragement: `Go on, says ${person}.`,
    });
  }
}

describe("downloading everything", () => {
  it("gives profile, people, labels, questions, answers, notes, insights, emails and covers", async () => {
    await uploadCover(app, owner, "1700000000001.png");
    const id = await app.circles.create(owner, {
      title: "../Should I: leave?",
      people: ["ana", "ben"],
    });
    await app.work();
    const { id: ana } = await app.circles.person(id, "ana");
    await app.as(owner, "PATCH", `/api/invites/${ana}`, { label: "friend" });
    await answerAll(id, ["ana", "ben"]);
    await app.as(owner, "POST", `/api/circles/${id}/insights`);
    const { circle_id: asked } = await app.circles.askFurther(owner, id);
    await app.circles.answerAs(asked, "ben", { answers: { 1: "Nothing would." } });
    const decision = { path: "affirm", fields: { affirm: { why: "Because." } }, came_true: "yes" };
    await app.as(owner, "PATCH", `/api/circles/${id}/decision`, decision);

    await connectTestApp(app.deps, owner.user_id, { scopes: ["circles:read"] });
    const passkey = {
      id: crypto.randomUUID(),
      user_id: owner.user_id,
      credential_id: "known-here",
    };
    const credential = JSON.stringify({ public_key: "key-of-a-passkey" });
    const times = { created_at: app.clock.now(), updated_at: app.clock.now() };
    await app.db
      .insertInto("auth.passkeys")
      .values({ ...passkey, credential, friendly_name: "Laptop", ...times })
      .execute();

    const files = await download(owner);
    expect(allText(files)).not.toMatch(/key-of-a-passkey|known-here/);
    const folder = "paralines/01 Should I leave";
    expect([...files.keys()]).toEqual([
      "README.txt",
      "account.json",
      "billing.json",
      ...["contacts", "paralines", "emails"].flatMap(tableFiles),
      `${folder}/paraline.json`,
      ...["people", "questions", "answers", "encouragements"].flatMap((name) =>
        tableFiles(`${folder}/${name}`),
      ),
      "covers/1700000000001.png",
    ]);
    expect(JSON.parse(readFileText(files, "account.json"))).toMatchObject({
      profile: { email: owner.email, full_name: "Maya", time_zone: "UTC" },
      passkeys: [{ friendly_name: "Laptop", last_used_at: null }],
      signed_in: [{ is_current: true }],
      connected_apps: [{ client: { name: "A test assistant" }, scopes: ["circles:read"] }],
    });
    const circle = JSON.parse(readFileText(files, `${folder}/paraline.json`));
    expect(circle).toMatchObject({
      circle: { id, title: "../Should I: leave?", responses_count: 2 },
      people: [{ first_name: "ana", label: "friend", status: "completed" }, { first_name: "ben" }],
      results: { visibility: "readable", encouragements: [{}, {}] },
      insights: { circle_id: id },
      further_questions: [{ circle_id: asked, responses: [{ number: 1 }], set_aside: [] }],
      decision,
    });
    expect(readFileText(files, `${folder}/answers.csv`)).toContain(
      "1,ben,2026-11-02,,What would change your mind?,Nothing would.,1",
    );
    expect(readFileText(files, `${folder}/people.csv`)).toContain(
      "ana,,ana@paraline.example,friend,completed,sent",
    );
    expect(readFileText(files, `${folder}/questions.csv`)).toContain("1,What do you see?,textarea");
    expect(readFileText(files, "emails.csv")).toContain(
      "invitation,ana@paraline.example,../Should I",
    );
    expect(files.get("covers/1700000000001.png")?.length).toBeGreaterThan(50);
  });

  it("holds no private link, no secret and nothing of another owner's", async () => {
    const other = await app.createOwner({ full_name: "Neighbour" });
    await app.circles.create(other, { title: "Neighbour's title", people: ["zoe"] });
    const id = await app.circles.createInvited(owner, { people: ["ana"] });
    const { invite_token } = await app.circles.person(id, "ana");
    await sql`update auth.users set password_hash = 'hash-of-a-password' where id = ${owner.user_id}`.execute(
      app.db,
    );
    const text = allText(await download(owner));
    expect(text).not.toContain(invite_token);
    expect(text).not.toContain("hash-of-a-password");
    expect(text).not.toMatch(/neighbour|zoe/i);
  });

  it("includes nothing of an anonymous paraline that shows who has answered, or that anybody has", async () => {
    const people = ["ana", "ben", "cleo", "dan"];
    const id = await app.circles.createInvited(owner, { is_anonymous: true, people });
    app.clock.advance({ minutes: 20 });
    const before = allText(await download(owner));
    await answerAll(id, ["ana", "ben", "cleo"]);
    expect(allText(await download(owner))).toBe(before);

    await app.circles.close(owner, id);
    const files = await download(owner);
    const [folder = ""] = [...files.keys()].filter((name) => name.endsWith("/paraline.json"));
    const circle = JSON.parse(readFileText(files, folder));
    expect(circle.results.responses).toHaveLength(3);
    expect(circle.people.map(({ status }: { status: unknown }) => status)).toEqual(
      people.map(() => null),
    );
    expect(readFileText(files, "emails.csv").trim().split("\n")).toHaveLength(1);
  });

  it("includes no emails to an address that was never proven: somebody else may have asked for them", async () => {
    const squatter = await app.createOwner({ proven: false });
    const { email } = squatter;
    expect((await app.post("/auth/v1/recover", { email })).status).toBe(200);
    await app.work();
    expect(await app.emails.to(email)).toHaveLength(1);
    const emails = async () =>
      readFileText(await download(squatter), "emails.csv")
        .trim()
        .split("\n");
    const become = (account: { email?: string; email_proven_at?: Date }) =>
      app.db.updateTable("auth.users").set(account).where("id", "=", squatter.user_id).execute();
    expect(await emails()).toHaveLength(1);
    await become({ email: `moved-${email}` });
    expect(await emails()).toHaveLength(1);
    await become({ email, email_proven_at: app.clock.now() });
    expect(await emails()).toHaveLength(2);
  });

  it("reads no faster than its client does, and stops once the client is gone", async () => {
    const covers = 30;
    for (let number = 0; number < covers; number += 1) {
      const fileName = `${1_700_000_000_000 + number}.png`;
      await app.deps.covers.put(owner.user_id, fileName, randomBytes(300_000));
      await app.db
        .insertInto("covers")
        .values({ user_id: owner.user_id, file_name: fileName, created_at: app.clock.now() })
        .execute();
    }
    const find = vi.spyOn(app.deps.covers, "find");
    onTestFinished(() => find.mockRestore());
    /** Waits long enough for a download that is not held up: the server makes one such query after each piece. */
    const wait = async () => {
      await repeat(10 * covers, () => sql`select`.execute(app.db));
    };
    const response = await app.as(owner, "GET", "/api/account/download");
    const reader = response.body?.getReader();
    while (find.mock.calls.length === 0) await reader?.read();
    await wait();
    const heldUp = find.mock.calls.length;
    expect(heldUp).toBeLessThan(4);
    await reader?.cancel();
    await wait();
    expect(find.mock.calls.length).toBe(heldUp);
  });
});

it("a locked paraline is downloaded with a sentence in place of what people wrote", async () => {
  const owner = await selling.createOwner();
  const id = await selling.circles.create(owner, { people: ["ana"] });
  await selling.circles.answerAs(id, "ana", { answers: { 1: "Go and bake." } });

  const files = await readArchive(await selling.as(owner, "GET", "/api/account/download"));
  const text = [...files.values()].join("\n");
  expect(text).not.toContain("Go and bake.");
  const sentence = "Unlock the results of this paraline to read them.";
  const of = (ending: string) => [...files].find(([name]) => name.endsWith(ending))?.[1].toString();
  expect(JSON.parse(of("paraline.json") ?? "")).toMatchObject({
    circle: { responses_count: 1 },
    results: { locked: sentence },
    insights: { locked: sentence },
  });
  expect(of("answers.csv")).toContain(sentence);
  expect(of("encouragements.csv")).toContain(sentence);
});
