import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { outboxRoutes } from "./outbox-page.ts";
import type { OutgoingMail } from "./transport.ts";
import { createOutbox, type Outbox } from "./transport-outbox.ts";

let data_dir: string;
let outbox: Outbox;
let app: ReturnType<typeof outboxRoutes>;

beforeAll(async () => {
  data_dir = await mkdtemp(join(tmpdir(), "paraline-outbox-"));
  outbox = createOutbox(data_dir);
  app = outboxRoutes(outbox);
});
afterAll(() => rm(data_dir, { recursive: true, force: true }));

const ask = (path: string) => app.request(`http://localhost:3000${path}`);

const first: OutgoingMail = {
  id: "0f2a8c50-3df1-4c61-a0a3-6d0ac0a4c001",
  kind: "invitation",
  user_id: null,
  from: "Paraline <paraline@localhost>",
  to: "ana@paraline.example",
  subject: "<script>alert(1)</script> & more",
  html: '<html lang="en"><head></head><body><a href="http://localhost:3000/invite?token=abc&amp;x=1">Go</a></body></html>',
  text: "Go:\nhttp://localhost:3000/invite?token=abc&x=1\n",
  headers: { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  message_id: "<0f2a8c50-3df1-4c61-a0a3-6d0ac0a4c001@localhost>",
  created_at: new Date("2026-11-02T09:00:00Z"),
};
const second: OutgoingMail = {
  ...first,
  id: "0f2a8c50-3df1-4c61-a0a3-6d0ac0a4c002",
  to: "ben@paraline.example",
  subject: "Later",
  created_at: new Date("2026-11-02T09:00:01Z"),
};

it("an outbox nothing was sent to says so", async () => {
  const response = await ask("/outbox");
  expect(response.status).toBe(200);
  expect(await response.text()).toContain("No mail yet.");
});

it("kept mails are listed newest first, each once although it was sent twice", async () => {
  await outbox.send(first);
  await outbox.send(second);
  await outbox.send(first);
  expect((await outbox.list(10)).map(({ subject }) => subject)).toEqual(["Later", first.subject]);
  expect((await readdir(join(data_dir, "outbox"))).filter((name) => name.startsWith("."))).toEqual(
    [],
  );
  const page = await (await ask("/outbox")).text();
  expect(page.indexOf("ben@paraline.example")).toBeLessThan(page.indexOf("ana@paraline.example"));
  expect(page).not.toContain("<script");
  expect(page).toContain("&lt;script&gt;");
});

it("programs read the outbox as JSON, with the links of each mail", async () => {
  const response = await ask("/outbox?format=json");
  expect(await response.json()).toMatchObject({
    mails: [
      { to: "ben@paraline.example" },
      { to: "ana@paraline.example", links: ["http://localhost:3000/invite?token=abc&x=1"] },
    ],
  });
});

it("a mail is shown as letter, text and headers", async () => {
  const letter = await (await ask(`/outbox/${first.id}`)).text();
  expect(letter).toContain(`<iframe title="${"&lt;script&gt;alert(1)&lt;/script&gt; &amp; more"}"`);
  expect(await (await ask(`/outbox/${first.id}?view=text`)).text()).toContain("token=abc&amp;x=1");
  expect(await (await ask(`/outbox/${first.id}?view=headers`)).text()).toContain(
    "List-Unsubscribe=One-Click",
  );
});

it("a mail in its frame runs no script and loads nothing", async () => {
  const response = await ask(`/outbox/${first.id}/html`);
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("sandbox allow-top-navigation-by-user-activation");
  expect(policy).not.toContain("allow-scripts");
  expect(await response.text()).toContain('<base target="_top"/>');
});

it("a name that is not this machine's own is told nothing", async () => {
  for (const path of ["/outbox", "/outbox?format=json", `/outbox/${first.id}`]) {
    expect((await app.request(`http://evil.example:3000${path}`)).status).toBe(404);
  }
});

it("an unknown mail, or a path instead of one, is not found", async () => {
  for (const id of ["nothing", "..%2f..%2fapp-secret", "%00"]) {
    expect((await ask(`/outbox/${id}`)).status).toBe(404);
  }
});

it("asked for through a proxy, the outbox is not there", async () => {
  const response = await app.request("http://localhost:3000/outbox", {
    headers: { "X-Forwarded-For": "203.0.113.9" },
  });
  expect(response.status).toBe(404);
});
