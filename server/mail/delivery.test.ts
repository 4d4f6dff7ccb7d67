import PostalMime from "postal-mime";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { useTestApp } from "#server/testing/app.ts";
import { startMailServer } from "#server/testing/mail-server.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import { jobHandlers } from "#server/worker.ts";

/** Emails from the wizard to a real mail server, and their outcome there. */

/** The server's reply to an address; it accepts the mail if there is none. */
let says: (address: string) => { code: number; words: string } | undefined = () => undefined;
let server: Awaited<ReturnType<typeof startMailServer>>;
const environment: Record<string, string> = {};

beforeAll(async () => {
  server = await startMailServer({
    onRcptTo({ address }, _session, done) {
      const refusal = says(address);
      done(refusal && Object.assign(new Error(refusal.words), { responseCode: refusal.code }));
    },
  });
  environment.SMTP_URL = `smtp://127.0.0.1:${server.port}`;
  environment.MAIL_FROM = "Paraline <mail@paraline.example>";
});
afterAll(() => server.stop());

const app = useTestApp({ each: true, environment });

beforeEach(() => {
  server.received.length = 0;
  says = () => undefined;
});

const create = (owner: TestOwner) =>
  app.circles.create(owner, { title: "Où aller?", people: ["ana", "ben"] });

async function deliveries(owner: TestOwner, id: string) {
  const people = await app.circles.people(owner, id);
  return people.map(({ delivery, delivery_reason }) => [delivery, delivery_reason]);
}

const workEarly = () => app.jobs.runDue(jobHandlers(app.deps), { early: true });

it("each person gets one email of their own, from the configured sender, with one-click unsubscribing", async () => {
  const owner = await app.createOwner({ full_name: "Zoë" });
  const id = await create(owner);
  await app.work();
  expect(server.received.map(({ to }) => to).toSorted()).toEqual([
    ["ana@paraline.example"],
    ["ben@paraline.example"],
  ]);
  const mails = await Promise.all(server.received.map(({ raw }) => PostalMime.parse(raw)));
  for (const mail of mails) {
    expect(mail.from).toEqual({ name: "Paraline", address: "mail@paraline.example" });
    expect(mail.subject).toBe("Zoë would like your perspective on “Où aller?”");
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
    expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    const unsubscribe = /^<http:\/\/localhost:3000(\/unsubscribe\?token=[\w-]+)>$/.exec(
      header("list-unsubscribe") ?? "",
    )?.[1];
    expect(unsubscribe).toBeDefined();
    expect(mail.text).toContain(`http://localhost:3000${unsubscribe}`);
    expect(mail.html).toContain("prefers-color-scheme: dark");
  }
  const links = mails.map(({ text }) => /\/invite\?token=([\w-]+)/.exec(text ?? "")?.[1]);
  expect(new Set(links).size).toBe(2);
  expect(await deliveries(owner, id)).toEqual([
    ["sent", null],
    ["sent", null],
  ]);
  await workEarly();
  expect(server.received).toHaveLength(2);
});
