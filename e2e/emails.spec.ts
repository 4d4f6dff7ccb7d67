import { expect, notification, phone, test } from "./testing/fixtures.ts";

test.describe("the emails to people", () => {
  test("unsubscribing requires clicking a button: opening the link changes nothing", async ({
    openOwner,
    openBrowser,
    api,
    allow,
  }) => {
    const { circle, people, page } = await openOwner({
      people: ["Ana"],
      owner: { name: "Maya Okafor" },
    });
    const [ana] = people;
    const mail = await api.emailTo(ana.email, "invitation");
    const link = mail.links.find((href) => href.includes("/unsubscribe?token=")) ?? "";
    expect(mail.headers["List-Unsubscribe"]).toBe(`<${link}>`);
    expect(mail.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");

    const theirs = await openBrowser(phone);
    await theirs.goto(link);
    await expect(
      theirs.getByRole("heading", { name: "No more emails from Maya Okafor?" }),
    ).toBeVisible();
    await theirs.reload();

    await page.goto(`/share?circle=${circle.id}`);
    await page.getByRole("button", { name: "Resend invite to Ana" }).click();
    await expect(notification(page, `Invite resent to ${ana.email}`)).toBeVisible();

    await theirs.getByRole("button", { name: "Unsubscribe" }).click();
    await expect(theirs.getByRole("heading", { name: "You are unsubscribed" })).toBeVisible();
    await expect(theirs.getByText("You won't get any more emails from Maya Okafor.")).toBeVisible();

    allow(/status of 409/);
    await page.reload();
    await page.getByRole("button", { name: "Resend invite to Ana" }).click();
    await expect(notification(page, "Failed to resend invite")).toBeVisible();
    await expect(notification(page, "They asked not to receive any more emails.")).toBeVisible();

    // It can be taken back, with the link in the email.
    await theirs.goto(link);
    await theirs.getByRole("button", { name: "Get emails from Maya Okafor again" }).click();
    await expect(theirs.getByRole("heading", { name: "You are subscribed again" })).toBeVisible();
    await page.getByRole("button", { name: "Resend invite to Ana" }).click();
    await expect(notification(page, `Invite resent to ${ana.email}`)).toBeVisible();

    // The link that they already have keeps working.
    await theirs.goto(ana.link);
    await expect(theirs.getByText("Question 1 of 3")).toBeVisible();
  });
});
