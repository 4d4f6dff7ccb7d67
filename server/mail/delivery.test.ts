import PostalMime from "postal-mime";
import { afterAll, beforeAll, expect, it } from "vitest";
import { useTestApp } from "#server/testing/app.ts";
import { startMailServer } from "#server/testing/mail-server.ts";
import { jobHandlers } from "#server/worker.ts";

/** Emails from the wizard to a real mail server. */
let server: Awaited<ReturnType<typeof startMailServer>>;
const environment: Record<string, string> = {};

beforeAll(async () => {
  server = await startMailServer();
  environment.SMTP_URL = `smtp://127.0.0.1:${server.port}`;
  environment.MAIL_FROM = "Paraline <mail@paraline.example>";
});
afterAll(() => server.stop());

const app = useTestApp({ each: true, environment });

it("each person gets one email of their own, from the configured sender, with one-click unsubscribing", async () => {
  const owner = await app.createOwner({ full_name: "Zoë" });
  const id = await app.circles.create(owner, { title: "Où aller?", people: ["ana", "ben"] });
  await app.work();
  expect(server.received.map(({ to }) => to).toSorted()).toEqual([
    ["ana@paraline.example"],
    ["ben@paraline.example"],
  ]);
  const emails = await Promise.all(server.received.map(({ raw }) => PostalMime.parse(raw)));
  for (const mail of emails) {
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
  const links = emails.map(({ text }) => /\/invite\?token=([\w-]+)/.exec(text ?? "")?.[1]);
  expect(new Set(links).size).toBe(2);
  const people = await app.circles.people(owner, id);
  expect(people.map(({ delivery }) => delivery)).toEqual(["sent", "sent"]);
  await app.jobs.runDue(jobHandlers(app.deps), { early: true });
  expect(server.received).toHaveLength(2);
});
