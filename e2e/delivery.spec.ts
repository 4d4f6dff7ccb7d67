import {
  test as base,
  expect,
  expectGoodLooks,
  notification,
  phone,
  pressEmailedLink,
} from "./testing/fixtures.ts";
import { type MailServer, startMailServer } from "./testing/mail-server.ts";
import { newAddress } from "./testing/owners.ts";

/** The product as it runs on a real server: reached from outside, with an external mail server. */
const test = base.extend<object, { mailServer: MailServer }>({
  mailServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern
    async ({}, use) => {
      const server = await startMailServer();
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  settings: [
    async ({ mailServer }, use) =>
      use({
        HOST: "0.0.0.0",
        SMTP_URL: mailServer.url,
        MAIL_FROM: "Paraline <mail@paraline.example>",
      }),
    { scope: "worker" },
  ],
});

/** The journeys run in one worker, because another would start a second product. */
test.describe.configure({ mode: "default" });

test("invitations wait until the owner's address is proven, are then sent, and show which could not be delivered", async ({
  openAs,
  api,
  mailServer,
  allow,
}) => {
  // This is the job of an email that no server accepts.
  allow(/job given up: it cannot succeed/);
  test.slow();
  const owner = await api.signUp({ name: "Maya Okafor" });
  const { circle, people } = await api.store(owner, { people: ["Ana", "Nobody"] });
  const [ana = "", undeliverable = ""] = people.map(({ email }) => email);
  const page = await openAs(owner);
  await page.goto(`/share?circle=${circle.id}`);
  const notice = page.getByRole("region", { name: "Your address" });
  await expect(notice).toContainText(`Follow the link we sent to ${owner.email}`);
  const row = (email: string) =>
    page.getByRole("main").getByRole("listitem").filter({ hasText: email });
  await expect(row(ana)).toContainText("Waiting for you to confirm your address");
  await page.getByRole("button", { name: "Email invites" }).click();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText(
    /confirmed your address|no one left to invite/,
  );
  await expectGoodLooks(page, "waiting for the owner");
  await page.setViewportSize({ width: 1280, height: 800 });

  await notice.getByRole("button", { name: "Send the link again" }).click();
  await expect(notification(page, "Sent again")).toBeVisible();
  await pressEmailedLink(page, await mailServer.textTo(owner.email, 2));
  await expect(page).toHaveURL("/circles");
  await page.goto(`/share?circle=${circle.id}`);
  await expect(notice).toHaveCount(0);
  await expect(row(ana)).toContainText("Sent");
  expect(await mailServer.textTo(ana)).toContain("/invite?token=");

  await expect(row(undeliverable)).toContainText("Could not deliver");
  await expect(row(undeliverable)).toContainText(
    "The mail server refused this address: 550 There is no such mailbox",
  );
  await expectGoodLooks(page, "a row that could not be delivered");
  await page.setViewportSize({ width: 1280, height: 800 });
  const corrected = newAddress("somebody");
  await page.getByRole("button", { name: "More for Nobody" }).click();
  await page.getByRole("menuitem", { name: "Change address" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Email" }).fill(corrected);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(row(corrected)).toContainText("Sent");
  await expect(page.getByText("Could not deliver")).toHaveCount(0);
  expect(await mailServer.textTo(corrected)).toContain("/invite?token=");
});

test("in an anonymous paraline only people who could not be reached can be corrected or removed", async ({
  openAs,
  api,
  mailServer,
  allow,
}) => {
  // This is the job of an email that no server accepts.
  allow(/job given up: it cannot succeed/);
  const owner = await api.signUp();
  const page = await openAs(owner, phone);
  const wanted = { people: ["Ana", "Ben", "Cleo", "Nobody"], is_anonymous: true };
  const { circle, people } = await api.store(owner, wanted);
  await page.goto(`/share?circle=${circle.id}`);
  // The email is opened on another device.
  const [code = ""] = /\b\d{6}\b/.exec(await mailServer.textTo(owner.email)) ?? [];
  await page.getByRole("textbox", { name: "Code" }).fill(code);
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(notification(page, "Address confirmed")).toBeVisible();
  const list = page.getByRole("region", { name: "People", exact: true });
  await expect(list.getByText("Could not deliver")).toHaveCount(1);
  await expect(list.getByText("Invited", { exact: true })).toHaveCount(3);
  for (const { email } of people.slice(0, 3)) await mailServer.textTo(email);
  await expect(list.getByRole("button", { name: /^More for/ })).toHaveCount(1);
  await page.getByRole("button", { name: "More for Nobody" }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Change address", "Remove"]);
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(notification(page, "Invite removed")).toBeVisible();
  await expect(list.getByRole("listitem")).toHaveCount(3);
});
