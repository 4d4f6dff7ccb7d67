import { randomUUID } from "node:crypto";
import {
  type askFurtherQuestion,
  defaultFurtherDeadline,
} from "#contract/circles/further-questions.ts";
import type { QuestionDraft } from "#contract/circles/questions.ts";
import { desktop, expect, expectGoodLooks, phone, test } from "../testing/fixtures.ts";
import type { Api, Owner } from "../testing/owners.ts";

const ask = (api: Api, owner: Owner, id: string, question: QuestionDraft) =>
  api.call<typeof askFurtherQuestion>(owner, "POST", `/api/circles/${id}/further-questions`, {
    create_key: randomUUID(),
    question,
    deadline: defaultFurtherDeadline(new Date().toISOString().slice(0, 10)),
  });
const written: QuestionDraft = { label: "What would change your mind?", type: "textarea" };

test.describe("one further question", () => {
  test("reaches an invitee of a named paraline by email, and is answered by the same private link on one screen", async ({
    api,
    openBrowser,
  }) => {
    const owner = await api.signUp();
    const { circle, people } = await api.create(owner, { people: ["Ana", "Ben"] });
    const [ana, ben] = people;
    await api.answer({ circle, person: ana, text: "At the stove." });
    const further = await ask(api, owner, circle.id, written);
    const mail = await api.emailTo(ana.email, "further_question");
    expect(mail.text).toContain(`Maya has one more question for you: “${written.label}”`);

    await test.step("on a phone, from the first link", async () => {
      const page = await openBrowser(phone);
      await page.goto(ana.link);
      const next = page.getByRole("link", { name: "Maya has one more question" });
      await expect(page.getByLabel("Code")).toBeVisible();
      await expectGoodLooks(page, "a used link with a further question");
      await next.click();
      await expect(page).toHaveURL("/feedback");
      await expect(page.getByText("Maya has one more question")).toBeVisible();
      await expect(page.getByRole("heading", { name: circle.title })).toBeVisible();
      await expectGoodLooks(page, "a further question");
      await page.getByRole("button", { name: "Send" }).click();
      await expect(
        page.getByRole("alert").or(page.getByText("Please answer")).first(),
      ).toBeVisible();
      await page.getByRole("textbox", { name: written.label }).fill("A second oven.");
      await page.reload();
      await expect(page.getByRole("textbox", { name: written.label })).toHaveValue(
        "A second oven.",
      );
      await page.getByRole("button", { name: "Send" }).click();
      await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
      await page.goto(ana.link);
      await expect(page.getByText("Already shared").first()).toBeVisible();
    });

    await test.step("on a desktop, from the emailed link, declined and answered after all", async () => {
      const page = await openBrowser(desktop);
      const { links } = await api.emailTo(ben.email, "further_question");
      await page.goto(links.find((link) => link.includes("/invite?")) ?? "");
      await page.getByRole("button", { name: "I'd rather not" }).click();
      await page.getByRole("button", { name: "Answer after all" }).click();
      await page.getByRole("textbox", { name: written.label }).fill("A warmer winter.");
      await page.getByRole("button", { name: "Send" }).click();
      await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
    });

    const { responses } = await api.results(owner, { id: further.circle_id });
    expect(responses.map(({ answers: [first] }) => first?.answer)).toEqual([
      "A second oven.",
      "A warmer winter.",
    ]);
    expect((await api.results(owner, circle)).responses).toHaveLength(1);
  });

  test("of an anonymous paraline is rated without scripts, and opens with at least three answers", async ({
    api,
    openBrowser,
  }) => {
    const owner = await api.signUp();
    const { circle, people } = await api.create(owner, { is_anonymous: true });
    for (const person of people) await api.answer({ circle, person, text: "I think so." });
    await api.call(owner, "POST", `/api/circles/${circle.id}/close`);
    const { circle_id } = await ask(api, owner, circle.id, { label: "How sure?", type: "rating" });
    for (const [index, { link }] of people.entries()) {
      const page = await openBrowser({
        ...(index === 0 ? desktop : phone),
        javaScriptEnabled: false,
      });
      await page.goto(link);
      await expect(page.getByText("Maya has one more question")).toBeVisible();
      await expect(page.getByText(/without names, sealed until/)).toBeVisible();
      await page.getByRole("radio", { name: "4" }).check();
      await page.getByRole("checkbox", { name: "Leave mine out of insights" }).check();
      await page.getByRole("button", { name: "Send" }).click();
      await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
    }
    expect((await api.results(owner, { id: circle_id })).visibility).toBe("sealed");
    await api.call(owner, "POST", `/api/circles/${circle_id}/close`);
    expect((await api.results(owner, { id: circle_id })).responses).toHaveLength(3);
  });
});
