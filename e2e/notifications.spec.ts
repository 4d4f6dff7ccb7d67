import type { readAccount, updateAccount } from "#contract/account.ts";
import { expect, expectAccessible, phone, test } from "./testing/fixtures.ts";

test.describe("the emails to an owner", () => {
  // This is one journey rather than two, because each would wait for the scheduled job.
  test("say that someone has answered or what was released, link to it, and can be turned off from the email itself: on its page, or by a mail program's one click", async ({
    openAs,
    openBrowser,
    api,
    request,
  }) => {
    const owner = await api.signUp({ name: "Maya Okafor" });
    const named = await api.create(owner, { people: ["Ana", "Ben"], title: "The named one" });
    const anonymous = await api.create(owner, { is_anonymous: true, title: "The anonymous one" });
    const text = "A sentence that stays between us.";
    const [ana] = named.people;
    await api.answer({ circle: named.circle, person: ana, text });
    for (const person of anonymous.people) {
      await api.answer({ circle: anonymous.circle, person, text });
    }
    await api.call(owner, "POST", `/api/circles/${anonymous.circle.id}/close`);

    const [digest, release] = await Promise.all([
      api.emailTo(owner.email, "new_responses"),
      api.emailTo(owner.email, "release"),
    ]);
    expect(digest.subject).toBe("Ana has shared their perspective on “The named one”");
    expect(release.subject).toBe("3 perspectives are ready to read on “The anonymous one”");
    for (const { html, text: plain } of [digest, release]) expect(html + plain).not.toContain(text);

    const results = await openAs(owner);
    for (const [mail, title] of [
      [digest, "The named one"],
      [release, "The anonymous one"],
    ] as const) {
      const link = mail.links.find((href) => href.includes("/results?circle=")) ?? "";
      await results.goto(link);
      await expect(results.getByRole("heading", { name: title })).toBeVisible();
      await expect(results.getByText(text).first()).toBeVisible();
    }

    const link =
      digest.links.find((href) => href.includes("/unsubscribe/notifications?token=")) ?? "";
    expect(digest.headers["List-Unsubscribe"]).toBe(`<${link}>`);
    expect(digest.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    const isWanted = async () =>
      (await api.call<typeof readAccount>(owner, "GET", "/api/account")).notify_responses;

    const page = await openBrowser(phone);
    await page.goto(link);
    await expect(
      page.getByRole("heading", { name: "No more emails about new perspectives?" }),
    ).toBeVisible();
    await expectAccessible(page, "turning emails off");
    expect(await isWanted()).toBe(true);
    await page.getByRole("button", { name: "Turn them off" }).click();
    await expect(page.getByRole("heading", { name: "These emails are turned off" })).toBeVisible();
    await expectAccessible(page, "emails are turned off");
    expect(await isWanted()).toBe(false);

    await api.call<typeof updateAccount>(owner, "PATCH", "/api/account", {
      notify_responses: true,
    });
    const answer = await request.post(link, { form: { "List-Unsubscribe": "One-Click" } });
    expect(answer.status()).toBe(200);
    expect(await answer.text()).toBe("");
    expect(await isWanted()).toBe(false);
  });
});
