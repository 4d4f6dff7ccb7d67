import { beforeEach, describe, expect, it } from "vitest";
import { useTestApp } from "#server/testing/app.ts";
import { resetAccount } from "#server/testing/auth/reset-account.ts";
import { changeRows, readRow } from "#server/testing/database/rows.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import { openUnsubscribe, sealUnsubscribe } from "./unsubscribe.ts";

const app = useTestApp({ each: true });

let token: string;

const create = (by: TestOwner) => app.circles.create(by, { people: ["ana"] });

const owner = app.useOwner({ full_name: "Maya Okafor" });
beforeEach(async () => {
  await create(owner);
  await app.work();
  const { id } = await app.db.selectFrom("emails").select("id").executeTakeFirstOrThrow();
  const mail = (await app.emails.all()).find((kept) => kept.id === id);
  token = /token=([\w-]+)>$/.exec(mail?.headers["List-Unsubscribe"] ?? "")?.[1] ?? "";
});

const post = (body: string | URLSearchParams | FormData, path = `/unsubscribe?token=${token}`) =>
  app.request(path, { method: "POST", body });

const optOuts = () => app.db.selectFrom("mail_opt_outs").select(["email", "owner_id"]).execute();

const emailStates = async () => {
  const rows = await app.db
    .selectFrom("emails")
    .select(["user_id", "state"])
    .orderBy("created_at")
    .execute();
  return rows.map(({ state }) => state);
};

it("opening the link changes nothing, however it is opened", async () => {
  for (const method of ["GET", "HEAD"]) {
    const response = await app.request(`/unsubscribe?token=${token}`, { method });
    expect(response.status).toBe(200);
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    expect(response.headers.get("cache-control")).toBe("no-store");
  }
  const page = await (await app.request(`/unsubscribe?token=${token}`)).text();
  expect(page).toContain("Maya Okafor");
  expect(page).toContain(token);
  expect(await optOuts()).toEqual([]);
});

it("one click in a mail program stops this owner's emails (RFC 8058), in either encoding", async () => {
  const multipart = new FormData();
  multipart.set("List-Unsubscribe", "One-Click");
  for (const body of [new URLSearchParams({ "List-Unsubscribe": "One-Click" }), multipart]) {
    const response = await post(body);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("");
  }
  expect(await optOuts()).toEqual([{ email: "ana@paraline.example", owner_id: owner.user_id }]);
  app.clock.advance({ minutes: 1 });
  await create(owner);
  await create(await app.createOwner());
  await app.work();
  expect((await emailStates()).toSorted()).toEqual(["sent", "sent", "skipped"]);
});

it("the page's button stops one owner's emails, or everyone's", async () => {
  const one = await post(new URLSearchParams({ token, scope: "owner" }), "/unsubscribe");
  expect(one.status).toBe(200);
  expect(await one.text()).toContain("Maya Okafor");
  const all = await post(new URLSearchParams({ token, scope: "everyone" }), "/unsubscribe");
  expect(all.status).toBe(200);
  expect(await optOuts()).toHaveLength(2);
  app.clock.advance({ minutes: 1 });
  await create(await app.createOwner());
  await app.work();
  expect((await emailStates()).toSorted()).toEqual(["sent", "skipped"]);
});

describe("a person who has unsubscribed", () => {
  const send = async (action: string, scope: string) =>
    (await post(new URLSearchParams({ token, scope, action }), "/unsubscribe")).text();
  const open = async () => (await app.request(`/unsubscribe?token=${token}`)).text();

  it("can take it back, on the page and with the link in the email", async () => {
    expect(await send("unsubscribe", "owner")).toContain("Get emails from Maya Okafor again");
    expect(await open()).toContain("Get emails from Maya Okafor again");
    expect(await send("resubscribe", "owner")).toContain("You are subscribed again");
    expect(await optOuts()).toEqual([]);
    expect(await open()).toContain("No more emails from Maya Okafor?");
    app.clock.advance({ minutes: 1 });
    await create(owner);
    await app.work();
    expect(await emailStates()).toEqual(["sent", "sent"]);
  });

  it("takes back one opt-out at a time", async () => {
    await send("unsubscribe", "owner");
    expect(await send("unsubscribe", "everyone")).toContain("Get emails again");
    expect(await open()).toContain("from people on Paraline");
    const page = await send("resubscribe", "everyone");
    expect(page).toContain("Other people on Paraline can email you again.");
    expect(await optOuts()).toEqual([{ email: "ana@paraline.example", owner_id: owner.user_id }]);
  });

  it("stays unsubscribed whatever a mail program or a scanner sends", async () => {
    await send("unsubscribe", "everyone");
    await open();
    const oneClick = { "List-Unsubscribe": "One-Click", action: "resubscribe", scope: "everyone" };
    await post(new URLSearchParams(oneClick));
    await post(new URLSearchParams());
    expect((await optOuts()).some(({ owner_id }) => owner_id === null)).toBe(true);
  });
});

describe("a link that this server did not make", () => {
  it("is not valid, opened or posted, and stores nothing", async () => {
    // A character in the middle is changed, because some bits of the last one are unused.
    const middle = Math.floor(token.length / 2);
    const other = token[middle] === "A" ? "B" : "A";
    const changed = `${token.slice(0, middle)}${other}${token.slice(middle + 1)}`;
    for (const forged of ["", "x", changed, token.slice(4), "A".repeat(120)]) {
      const path = `/unsubscribe?token=${forged}`;
      expect((await app.request(path)).status).toBe(404);
      expect((await post(new URLSearchParams({ scope: "everyone" }), path)).status).toBe(404);
    }
    expect(await optOuts()).toEqual([]);
  });

  it("may be sent with any body", async () => {
    expect((await post("{}")).status).toBe(200);
    const broken = await app.request(`/unsubscribe?token=${token}`, {
      method: "POST",
      headers: { "Content-Type": "multipart/form-data; boundary=x" },
      body: "nothing of the kind",
    });
    expect(broken.status).toBe(200);
    expect((await post("x".repeat(20_000))).status).toBe(413);
  });
});

it("a link still works when its paraline and its owner are gone, and shows no address", async () => {
  const { secrets } = app.deps;
  const claim = {
    owner_id: owner.user_id,
    email: "ana@paraline.example",
    reset_at: null,
    language: "pt-BR" as const,
  };
  const sealed = sealUnsubscribe(secrets, claim);
  expect(openUnsubscribe(secrets, sealed)).toEqual(claim);
  expect(Buffer.from(sealed, "base64url").toString("latin1")).not.toContain("ana@");
  await app.db.deleteFrom("auth.users").where("id", "=", owner.user_id).execute();
  expect((await post(new URLSearchParams({ scope: "owner" }))).status).toBe(200);
  expect((await post(new URLSearchParams({ scope: "everyone" }))).status).toBe(200);
  expect(await optOuts()).toEqual([{ email: "ana@paraline.example", owner_id: null }]);
});

it("a link sent before the account was reset goes on working but does not name the new owner; one sent since does", async () => {
  const rename = (fullName: string) =>
    changeRows(app.db, "profiles", { user_id: owner.user_id }, { full_name: fullName });
  const readPage = async (link: string) => (await app.request(`/unsubscribe?token=${link}`)).text();
  await resetAccount(app, owner.user_id);
  await rename("Vera Lind");
  expect(await readPage(token)).not.toContain("Vera Lind");
  const { reset_at } = await readRow(app.db, "auth.users", { id: owner.user_id });
  const { secrets } = app.deps;
  const claim = {
    owner_id: owner.user_id,
    email: "ana@paraline.example",
    reset_at,
    language: "en" as const,
  };
  expect(await readPage(sealUnsubscribe(secrets, claim))).toContain("Vera Lind");
  const done = await post(new URLSearchParams({ scope: "owner" }));
  expect([done.status, (await done.text()).includes("Vera Lind")]).toEqual([200, false]);
  expect(await optOuts()).toEqual([{ email: "ana@paraline.example", owner_id: owner.user_id }]);
});
