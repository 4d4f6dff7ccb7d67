import type { Page } from "@playwright/test";
import papaparse from "papaparse";
import { extractText, getDocumentProxy } from "unpdf";
import { resultsFileSchema } from "#contract/exports.ts";
import { download, expect, notification, test } from "../testing/fixtures.ts";

async function exportAs(page: Page, entry: string) {
  await page.getByRole("button", { name: "Export" }).click();
  return download(page, page.getByRole("menuitem", { name: entry }));
}

test.describe("results are exported", () => {
  test("results are exported as a board book, a spreadsheet and data", async ({
    openOwner,
    api,
  }) => {
    const { circle, people, page } = await openOwner({ people: ["Ana", "Ben"] });
    const [ana, ben] = people;
    await api.answer(
      { circle, person: ana, text: "You are calm." },
      { encouragement: "Go on, Maya." },
    );
    await api.answer({ circle, person: ben, text: "=1+1, wait for the winter." });
    await page.goto(`/results?circle=${circle.id}`);
    await expect(page.getByRole("heading", { name: "Perspective 2, Ben" })).toBeVisible();

    const book = await exportAs(page, "Board book (PDF)");
    expect(book.name).toMatch(/^board-book-.*\.pdf$/);
    await expect(notification(page, "Board book downloaded")).toBeVisible();
    const pdf = await getDocumentProxy(new Uint8Array(book.bytes));
    const { text } = await extractText(pdf, { mergePages: true });
    for (const words of ["Perspective by perspective", "You are calm.", "Go on, Maya."]) {
      expect(text).toContain(words);
    }

    const sheet = await exportAs(page, "Spreadsheet (XLSX)");
    expect(sheet.name).toMatch(/^results-.*\.xlsx$/);
    expect(sheet.bytes.subarray(0, 2).toString()).toBe("PK");

    const table = await exportAs(page, "Plain table (CSV)");
    expect(table.name).toMatch(/^results-.*\.csv$/);
    const rows = papaparse.parse<string[]>(table.bytes.toString("utf8")).data;
    expect(rows.flat()).toContain("'=1+1, wait for the winter.");

    const data = await exportAs(page, "Data (JSON)");
    const file = resultsFileSchema.parse(JSON.parse(data.bytes.toString("utf8")));
    expect(file.responses).toHaveLength(2);
  });

  test("on paper with all tabs and nothing to click", async ({ openOwner, api }) => {
    const { circle, people, page } = await openOwner({ people: ["Ana", "Ben"] });
    for (const person of people) {
      await api.answer(
        { circle, person, text: `You are calm, says ${person.name}. The winter worries me.` },
        { encouragement: "Go on, Maya." },
      );
    }
    await page.goto(`/results?circle=${circle.id}`);
    await page.getByRole("tab", { name: "Insights" }).click();
    await page.getByRole("button", { name: "Generate Insights" }).click();
    await expect(page.getByRole("heading", { name: "Summary" })).toBeVisible();
    await page.getByRole("tab", { name: "All Feedback" }).click();
    await expect(page.getByRole("heading", { name: "Summary" })).toBeHidden();

    await page.emulateMedia({ media: "print" });
    for (const name of ["Perspective 1, Ana", "Encouragement", "Insights", "Summary"]) {
      await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
    }
    await expect(page.getByText("Go on, Maya.").first()).toBeVisible();
    await expect(page.getByText("What I'm asking from you")).toBeVisible();
    for (const role of ["button", "tab", "navigation"] as const) {
      await expect(page.getByRole(role)).toHaveCount(0);
    }
    const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ format: "A4" })));
    const { text } = await extractText(pdf, { mergePages: true });
    for (const words of ["says Ana", "says Ben", "Key Themes", "Go on, Maya."]) {
      expect(text).toContain(words);
    }
    expect(text).not.toContain("Choose next step");
  });
});
