import type { Page } from "@playwright/test";
import type { DecisionChanges } from "#contract/decisions.ts";
import { download, expect, expectGoodLooks, phone, test } from "../testing/fixtures.ts";

const saved = (page: Page) => page.getByText("Saved", { exact: true }).first();

test.describe("the next step", () => {
  test("is chosen, written, saved and downloaded as a file", async ({ openOwner, api }) => {
    const { circle, people, page } = await openOwner({ people: ["Ana", "Ben"] });
    const [ana, ben] = people;
    await api.answer({ circle, person: ana, text: "You are calm. The winter worries me." });
    await api.answer({ circle, person: ben, text: "Wait for the winter, I fear." });
    await page.goto(`/results?circle=${circle.id}`);
    await page.getByRole("link", { name: "Choose next step" }).click();
    await expect(page).toHaveURL(`/decision?circle=${circle.id}`);
    const title = page.getByRole("heading", { level: 1 });
    await expect(title).toHaveText(`${circle.title} Choose your next step`);
    const nav = page.getByRole("navigation", { name: "Main" });
    await expect(nav.getByRole("link", { name: "Results" })).toHaveAttribute(
      "aria-current",
      "page",
    );
    const recap = page.getByRole("complementary", { name: "Recap" });
    await expect(recap.getByText(/^\d\.\d\/5/)).toBeVisible();
    await expect(recap.getByText("Generate insights to see this").first()).toBeVisible();

    await page.getByRole("button", { name: /^Run a 30-day Experiment/ }).click();
    await expect(title).toContainText("Run a 30-day Experiment");
    await expect(title).toBeFocused();
    await page.getByLabel("What I'll test").fill("Mornings at the bakery");
    await page.getByLabel("Start date").fill("2031-01-04");
    await page.getByLabel("Review date").fill("2031-02-04");
    await page.getByLabel("My prediction").fill("I will want more");
    await page.getByLabel("How sure I am").selectOption("70%");
    await expect(saved(page)).toBeVisible();
    await page.reload();
    await expect(title).toContainText("Run a 30-day Experiment");
    await expect(page.getByLabel("What I'll test")).toHaveValue("Mornings at the bakery");
    await expect(page.getByLabel("How sure I am")).toHaveValue("70");

    await page.getByRole("button", { name: "Export my plan" }).click();
    const dialog = page.getByRole("dialog", { name: "Export my plan" });
    for (const [name, ending, begins] of [
      ["PDF", ".pdf", "%PDF-1.7"],
      ["Markdown", ".md", "# Run a 30-day Experiment"],
      ["Calendar entries", ".ics", "BEGIN:VCALENDAR"],
    ] as const) {
      const button = dialog.getByRole("button", { name: `Download as ${name}` });
      const file = await download(page, button);
      expect(file.name).toMatch(/^plan-/);
      expect(file.name.endsWith(ending)).toBe(true);
      expect(file.bytes.toString("latin1").startsWith(begins)).toBe(true);
    }
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Back" }).click();
    await expect(page).toHaveURL(`/results?circle=${circle.id}`);
  });

  test("is kept when the connection is lost or the tab is closed", async ({ openOwner, allow }) => {
    allow(/ERR_INTERNET_DISCONNECTED/);
    const { circle, page } = await openOwner({ people: ["Ana"] }, phone);
    await page.goto(`/decision?circle=${circle.id}`);
    await page.getByRole("button", { name: /^Pause/ }).click();
    await expect(saved(page)).toBeVisible();
    await page.context().setOffline(true);
    await page.getByLabel("Why not now").fill("The winter");
    await page.getByLabel("Why not now").blur();
    await expect(page.getByText("Not saved, trying again").first()).toBeVisible();
    const again = await page.context().newPage();
    await page.close();
    await again.context().setOffline(false);
    await again.goto(`/decision?circle=${circle.id}`);
    await expect(again.getByLabel("Why not now")).toHaveValue("The winter");
    await expect(saved(again)).toBeVisible();
  });

  test("reports an incomplete date, keeps what was saved before and asks before leaving", async ({
    openOwner,
  }) => {
    const { circle, page } = await openOwner({ people: ["Ana"] });
    await page.goto(`/decision?circle=${circle.id}`);
    await page.getByRole("button", { name: /^Run a 30-day/ }).click();
    const start = page.getByLabel("Start date");
    await start.pressSequentially("1231");
    await page.getByLabel("What I'll test").click();
    const words = "Enter a complete date, or clear the field.";
    await expect(page.getByText(`${words} It is not saved yet.`)).toBeVisible();
    await expect(page.getByText("Not saved yet", { exact: true }).first()).toBeVisible();
    await start.fill("2031-12-31");
    const review = page.getByLabel("Review date");
    await review.fill("2031-02-04");
    await review.blur();
    await expect(saved(page)).toBeVisible();
    await expect(page.getByText(words)).toHaveCount(0);

    await review.press("Backspace");
    await review.blur();
    const message = page.getByText(`${words} The saved date is still Feb 04, 2031.`);
    await expect(message).toBeVisible();
    await expect(review).toHaveAttribute("aria-invalid", "true");
    const question = page.getByRole("dialog", { name: "Incomplete date" });
    await page.getByRole("button", { name: "Choose different path" }).click();
    await expect(question.getByRole("button", { name: "Go back" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(review).toBeFocused();
    await page.getByRole("link", { name: "Back" }).click();
    await expect(question).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(question).toBeHidden();
    await expect(page).toHaveURL(`/decision?circle=${circle.id}`);
    await review.blur();
    await expect(message).toBeVisible();

    const asking = page.waitForEvent("dialog");
    const reloading = page.reload();
    const asked = await asking;
    expect(asked.type()).toBe("beforeunload");
    await asked.accept();
    await reloading;
    await expect(review).toHaveValue("2031-02-04");
    await expect(start).toHaveValue("2031-12-31");
    await review.press("Backspace");
    await page.getByRole("button", { name: "Change" }).click();
    await question.getByRole("button", { name: "Leave" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await page.getByRole("button", { name: /Your path so far/ }).click();
    await expect(review).toHaveValue("2031-02-04");
    await review.fill("");
    await review.blur();
    await expect(saved(page)).toBeVisible();
    await page.reload();
    await expect(start).toHaveValue("2031-12-31");
    await expect(review).toHaveValue("");
  });

  test("is reviewed beside its prediction, asked again with one click, and kept in the history", async ({
    openOwner,
    api,
  }) => {
    const { owner, circle, people, page } = await openOwner({ people: ["Ana", "Ben"] });
    const predict = (id: string, changes: DecisionChanges) =>
      api.call(owner, "PATCH", `/api/circles/${id}/decision`, {
        prediction: "I will want more",
        confidence: 80,
        ...changes,
      });
    await api.answer({ circle, person: people[0], text: "You are calm." });
    await predict(circle.id, { path: "pause", review_date: "2026-01-04" });
    for (const cameTrue of ["yes", "yes", "no", "partly"] as const) {
      const { circle: earlier } = await api.create(owner, { people: ["Ana"] });
      await predict(earlier.id, { came_true: cameTrue });
      await api.call(owner, "POST", `/api/circles/${earlier.id}/close`);
    }

    await page.goto(`/decision?circle=${circle.id}`);
    const review = page.getByRole("region", { name: "Review" });
    await expect(review.getByText("80%")).toBeVisible();
    await expect(review.getByText(/^4\.0\/5/)).toBeVisible();
    await review.getByLabel("What happened").fill("I went in every morning.");
    await review.getByLabel("Did it come true?").selectOption("Yes");
    await expect(review.getByText("Saved", { exact: true })).toBeVisible();
    await expectGoodLooks(page, "the review");
    await page.reload();
    await expect(review.getByLabel("Did it come true?")).toHaveValue("yes");
    await review.getByRole("button", { name: "Ask the same board again" }).click();
    await expect(page).toHaveURL(/\/share\?circle=/);
    expect(page.url()).not.toContain(circle.id);
    for (const name of ["Ana", "Ben"]) {
      await expect(page.getByText(name, { exact: true })).toBeVisible();
    }

    await api.call(owner, "POST", `/api/circles/${circle.id}/close`);
    await page.goto("/history");
    const row = page.getByRole("listitem").filter({ hasText: "I went in every morning." });
    await expect(row.getByText("I will want more")).toBeVisible();
    const sentence = "When you were about 80% sure, it came true 3 of 5 times, and partly 1 of 5.";
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(page.getByRole("img", { name: sentence })).toBeVisible();
    await expectGoodLooks(page, "the history of reviews");
  });

  test("is accessible and fits its width in every state", async ({ openOwner, api }) => {
    test.slow();
    const { circle, people, page } = await openOwner({ people: ["Ana"] });
    const [ana] = people;
    await api.answer({ circle, person: ana, text: "Yes." });
    await page.goto(`/decision?circle=${circle.id}`);
    await expect(page.getByText("Recap")).toBeVisible();
    await expectGoodLooks(page, "choosing");
    await page.getByRole("button", { name: /^Run a 30-day/ }).click();
    await page.getByLabel("What I'll test").fill("x".repeat(2001));
    await expect(page.getByText(/so it is not saved yet/)).toBeVisible();
    await expectGoodLooks(page, "a plan, one field too long");
    await page.getByLabel("What I'll test").fill("Mornings");
    await page.getByRole("button", { name: "Export my plan" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectGoodLooks(page, "exporting");
    await page.keyboard.press("Escape");
    await page.getByLabel("What I heard").fill("Go.");
    await page.getByRole("button", { name: "Preview and send" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectGoodLooks(page, "the letter before it leaves");
    await page.getByRole("button", { name: /^Send to/ }).click();
    await expect(page.getByText(/^Sent on /)).toBeVisible();
    await expectGoodLooks(page, "the letter, sent");
  });
});
