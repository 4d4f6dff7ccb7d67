import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCipher } from "#server/system/secrets.ts";
import { outboxRoutes } from "./outbox-page.ts";
import type { OutgoingEmail } from "./transport.ts";
import { createOutbox, type Outbox } from "./transport-outbox.ts";

const cipher = createCipher(new Uint8Array(32));
let dataFolder: string;
let outbox: Outbox;
let app: ReturnType<typeof outboxRoutes>;

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "paraline-outbox-"));
  outbox = createOutbox(dataFolder, cipher);
  app = outboxRoutes(outbox, () => true);
});
afterAll(() => rm(dataFolder, { recursive: true, force: true }));

const ask = (path: string) => app.request(`http://localhost:3000${path}`);

const first: OutgoingEmail = {
  id: "0f2a8c50-3df1-4c61-a0a3-6d0ac0a4c001",
  kind: "invitation",
  from: "Paraline <paraline@localhost>",
  to: "ana@paraline.example",
  subject: "<script>alert(1)</script> & more",
  html: '<html lang="en"><head></head><body><a href="http://localhost:3000/invite?token=abc&amp;x=1">Go</a></body></html>',
  text: "Go:\nhttp://localhost:3000/invite?token=abc&x=1\n",
  headers: { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  message_id: "<0f2a8c50-3df1-4c61-a0a3-6d0ac0a4c001@localhost>",
  created_at: new Date("2026-11-02T09:00:00Z"),
};
const second: OutgoingEmail = {
  ...first,
  id: "0f2a8c50-3df1-4c61-a0a3-6d0ac0a4c002",
  to: "ben@paraline.example",
  subject: "Later",
  created_at: new Date("2026-11-02T09:00:01Z"),
};

it("an empty outbox says so", async () => {
  const response = await ask("/outbox");
  expect(response.status).toBe(200);
  expect(await response.text()).toContain("No emails yet.");
});

it("kept emails are listed newest first, each once although it was sent twice", async () => {
  await outbox.send(first);
  await outbox.send(second);
  await outbox.send(first);
  expect((await outbox.list(10)).map(({ subject }) => subject)).toEqual(["Later", first.subject]);
  expect(
    (await readdir(join(dataFolder, "outbox"))).filter((name) => name.startsWith(".")),
  ).toEqual([]);
  const page = await (await ask("/outbox")).text();
  expect(page.indexOf("ben@paraline.example")).toBeLessThan(page.indexOf("ana@paraline.example"));
  expect(page).not.toContain("<script");
  expect(page).toContain("&lt;script&gt;");
});

it("programs read the outbox as JSON, with the links of each email", async () => {
  const response = await ask("/outbox?format=json");
  expect(await response.json()).toMatchObject({
    mails: [
      { to: "ben@paraline.example" },
      { to: "ana@paraline.example", links: ["http://localhost:3000/invite?token=abc&x=1"] },
    ],
  });
});

it("an email is shown as HTML, text and headers", async () => {
  const mail = await (await ask(`/outbox/${first.id}`)).text();
  expect(mail).toContain(`<iframe title="${"&lt;script&gt;alert(1)&lt;/script&gt; &amp; more"}"`);
  expect(await (await ask(`/outbox/${first.id}?view=text`)).text()).toContain("token=abc&amp;x=1");
  expect(await (await ask(`/outbox/${first.id}?view=headers`)).text()).toContain(
    "List-Unsubscribe=One-Click",
  );
});

it("an email in its frame runs no script and loads nothing", async () => {
  const response = await ask(`/outbox/${first.id}/html`);
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("sandbox allow-top-navigation-by-user-activation");
  expect(policy).not.toContain("allow-scripts");
  expect(await response.text()).toContain('<base target="_top"/>');
});

it("callers who may not see it learn nothing", async () => {
  const closed = outboxRoutes(outbox, () => false);
  for (const path of ["/outbox", "/outbox?format=json", `/outbox/${first.id}`]) {
    expect((await closed.request(`http://localhost:3000${path}`)).status).toBe(404);
  }
});

it("an unknown email, or a path instead of one, is not found", async () => {
  for (const id of ["nothing", "..%2f..%2fapp-secret", "%00"]) {
    expect((await ask(`/outbox/${id}`)).status).toBe(404);
  }
});

it("an email that cannot be kept leaves nothing behind", async () => {
  const folder = await mkdtemp(join(dataFolder, "full-"));
  // There is a folder where the file should go, so the last step fails, as it would on a full disk.
  await mkdir(join(folder, "outbox", `2026-11-02T09-00-00-000Z_${first.id}.mail`, "inside"), {
    recursive: true,
  });
  await expect(createOutbox(folder, cipher).send(first)).rejects.toThrow();
  expect(await readdir(join(folder, "outbox"))).toEqual([
    `2026-11-02T09-00-00-000Z_${first.id}.mail`,
  ]);
});

describe("an email that is removed while the outbox is read", () => {
  const gone = "0f2a8c50-3df1-4c61-a0a3-6d0ac0a4c009";
  // A link to nothing is listed but cannot be read, like a file that is removed between the two steps.
  beforeAll(() =>
    symlink("nothing", join(dataFolder, "outbox", `2026-11-02T10-00-00-000Z_${gone}.mail`)),
  );

  it("is not listed, the others are", async () => {
    const response = await ask("/outbox?format=json");
    expect(await response.json()).toMatchObject({ mails: [{ id: second.id }, { id: first.id }] });
    expect((await ask("/outbox")).status).toBe(200);
  });

  it("is not found", async () => {
    expect((await ask(`/outbox/${gone}`)).status).toBe(404);
  });

  it("keeps no other email from being removed, nor do two removals at once", async () => {
    for (let number = 0; number < 20; number++) {
      await outbox.send({ ...first, id: crypto.randomUUID() });
    }
    const listWanted = async () => new Set([first.id, second.id]);
    await Promise.all([outbox.removeExcept(listWanted), outbox.removeExcept(listWanted)]);
    expect((await outbox.list(100)).map(({ id }) => id)).toEqual([second.id, first.id]);
  });
});

it("no file shows what an email says or to whom it goes", async () => {
  const names = await readdir(join(dataFolder, "outbox"));
  expect(names).toHaveLength(2);
  for (const name of names) {
    const content = await readFile(join(dataFolder, "outbox", name), "latin1");
    expect(content).not.toMatch(/paraline|token/);
  }
});

it("an email from before another secret is neither listed nor found, and the others are", async () => {
  const other = createOutbox(dataFolder, createCipher(new Uint8Array(32).fill(1)));
  await other.send({ ...first, id: "0f2a8c50-3df1-4c61-a0a3-6d0ac0a4c003" });
  expect((await outbox.list(100)).map(({ id }) => id)).toEqual([second.id, first.id]);
  expect((await other.list(100)).map(({ id }) => id)).toEqual([
    "0f2a8c50-3df1-4c61-a0a3-6d0ac0a4c003",
  ]);
});

it("what a crash left unfinished goes with its email", async () => {
  const leave = (name: string) => writeFile(join(dataFolder, "outbox", name), "something");
  const unfinished = (id: string) => `.2026-11-02T11-00-00-000Z_${id}.mail.${crypto.randomUUID()}`;
  const kept = unfinished(first.id);
  await leave(kept);
  await leave(unfinished(crypto.randomUUID()));
  await outbox.removeExcept(async () => new Set([first.id, second.id]));
  expect((await readdir(join(dataFolder, "outbox"))).toSorted()).toEqual([
    kept,
    `2026-11-02T09-00-00-000Z_${first.id}.mail`,
    `2026-11-02T09-00-01-000Z_${second.id}.mail`,
  ]);
});
