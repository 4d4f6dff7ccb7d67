import { expect, notification, phone, test } from "./testing/fixtures.ts";

test.describe("the emails to people", () => {
  test("an invitation is sent again from the share screen", async ({ openOwner, api }) => {
    const { circle, people, page } = await openOwner({
      people: ["Ana", "Ben"],
      owner: {
        name: "Maya Okafor",
      },
    });
    const [ana] = people;
    await page.goto(`/share?circle=${circle.id}`);
    await expect(page.getByText(`2 people invited to “${circle.title}”`)).toBeVisible();
    const row = page.getByRole("listitem").filter({ hasText: ana.email });
    await expect(row.getByText("Sent", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Resend invite to Ana" }).click();
    await expect(notification(page, `Invite resent to ${ana.email}`)).toBeVisible();
    await expect(row.getByText("Sent just now")).toBeVisible();
    await expect(row.getByRole("button", { name: /^Resend/ })).toHaveCount(0);
    const again = await api.mailTo(ana.email, "invitation_again");
    expect(again.subject).toBe(
      `Maya Okafor would still like your perspective on “${circle.title}”`,
    );
    expect(again.links).toContain(ana.link);
    await page.reload();
    await expect(page.getByRole("button", { name: "Resend invite to Ana" })).toBeVisible();
  });

  test("unsubscribing requires clicking a button: opening the link changes nothing", async ({
    openOwner,
    openBrowser,
    api,
    allow,
  }) => {
    const { circle, people, page } = await openOwner({
      people: ["Ana"],
      owner: {
        name: "Maya Okafor",
      },
    });
    const [ana] = people;
    const mail = await api.mailTo(ana.email, "invitation");
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

    // The link that they already have keeps working.
    await theirs.goto(ana.link);
    await expect(theirs.getByText("Question 1 of 3")).toBeVisible();
  });

  test("a person who declined is shown as declined and gets no more email", async ({
    openOwner,
    openBrowser,
  }) => {
    const { circle, people, page } = await openOwner({ people: ["Ana"] });
    const theirs = await openBrowser(phone);
    await theirs.goto(people[0].link);
    await expect(theirs).toHaveURL("/feedback");
    await theirs.getByRole("button", { name: "I'd rather not" }).click();
    await expect(theirs.getByRole("heading", { name: "You chose not to answer" })).toBeVisible();
    await page.goto(`/share?circle=${circle.id}`);
    await expect(page.getByText("Declined", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: /Resend/ })).toHaveCount(0);
  });
});
