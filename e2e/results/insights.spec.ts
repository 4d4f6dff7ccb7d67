import type { Page } from "@playwright/test";
import {
  expect,
  expectNoHorizontalScroll,
  failCalls,
  notification,
  phone,
  test,
} from "../testing/fixtures.ts";

const words = {
  ana: "You are calm and patient, and I would buy your bread. The first winter worries me.",
  ben: "I love it, go for it. But your savings won't last one winter.",
  cleo: "You are patient with everybody. Ask to see the books before you sign.",
  dan: "I can picture you there, and you are ready.",
};

async function openInsights(page: Page, circleId: string): Promise<void> {
  await page.goto(`/results?circle=${circleId}`);
  await page.getByRole("tab", { name: "Insights" }).click();
}

test.describe("insights", () => {
  test("are made when the owner asks, are based on what people wrote, and say how many have answered since", async ({
    openOwner,
    api,
    allow,
  }) => {
    const { circle, people, page } = await openOwner({ people: ["Ana", "Ben", "Cleo", "Dan"] });
    const [ana, ben, cleo, dan] = people;
    await api.answer({ circle, person: ana, text: words.ana });
    await openInsights(page, circle.id);
    await expect(page.getByText("Need at least 2 responses to generate insights.")).toBeVisible();
    await expect(page.getByRole("button", { name: /Generate/ })).toHaveCount(0);

    await api.answer({ circle, person: ben, text: words.ben });
    await page.reload();
    await page.getByRole("tab", { name: "Insights" }).click();
    await expect(page.getByRole("heading", { name: "Two people have answered" })).toBeVisible();
    await expect(
      page.getByText("Insights are made on this server; nothing leaves it."),
    ).toBeVisible();
    await test.step("the current stage is shown until the insights are ready", async () => {
      let letGo = () => {};
      const held = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      const call = `**/api/circles/${circle.id}/insights`;
      await page.route(call, async (route) => {
        if (route.request().method() === "POST") await held;
        await route.fallback();
      });
      await page.getByRole("button", { name: "Generate Insights" }).click();
      await expect(page.getByRole("button", { name: "Generating..." })).toBeVisible();
      await expect(page.getByRole("status").getByText("Reading the answers")).toBeVisible();
      letGo();
      await expect(notification(page, "Insights generated successfully")).toBeVisible();
      // The clicked button is gone.
      const panel = page.getByRole("tabpanel", { name: "Insights" });
      await expect(panel.getByRole("heading", { level: 2 }).first()).toBeFocused();
      await page.unroute(call);
    });
    for (const name of ["Summary", "Key Themes", "Highlighted Quotes", "Gentle Suggestion"]) {
      await expect(page.getByRole("heading", { name })).toBeVisible();
    }
    await expect(
      page.getByText(/^Last updated [A-Z][a-z]{2} \d\d, \d{4} at \d+:\d\d [AP]M$/),
    ).toBeVisible();
    await expect(
      page.getByText(/Put together on this server from what 2 people wrote/),
    ).toBeVisible();
    const plot = page.getByRole("img", { name: /average 4/i });
    await expect(plot).toBeVisible();

    await test.step("a theme opens its quotes, and a quote its whole answer in place", async () => {
      const themes = page
        .getByRole("list")
        .filter({ has: page.getByRole("heading", { level: 3 }) });
      const first = themes.getByRole("listitem").first();
      await expect(first.getByText("2 of 2 people")).toBeVisible();
      await first.getByText("2 quotes behind it").click();
      const source = first.getByText("Perspective 1, Ana");
      await source.click();
      await expect(first.getByText(words.ana)).toBeVisible();
      await expect(page).toHaveURL(`/results?circle=${circle.id}&tab=insights`);
    });

    await api.answer({ circle, person: cleo, text: words.cleo });
    await api.answer({ circle, person: dan, text: words.dan });
    await page.reload();
    await page.getByRole("tab", { name: "Insights" }).click();
    await expect(page.getByText("2 new perspectives since")).toBeVisible();
    const former = (await page.getByText(/^Last updated /).textContent()) ?? "?";
    await test.step("a failure keeps the previous insights", async () => {
      const call = `**/api/circles/${circle.id}/insights`;
      const message = "Failed to generate insights";
      const failure = { method: "POST", code: "insights_failed", message };
      const repair = await failCalls(page, call, failure);
      allow(/status of 503/);
      await page.getByRole("button", { name: "Regenerate" }).click();
      await expect(notification(page, "Failed to generate insights")).toBeVisible();
      await expect(page.getByText(former)).toBeVisible();
      await repair();
    });
    await page.getByRole("button", { name: "Regenerate" }).click();
    await expect(page.getByText("Counted from ratings")).toBeVisible();
    await expect(page.getByText(/^The ratings of 4 people come to 4.0 of 5/)).toBeVisible();
    await expect(page.getByText("2 new perspectives since")).toHaveCount(0);
    await page.setViewportSize({ width: 320, height: 844 });
    await expectNoHorizontalScroll(page, "insights at 320");
  });

  test("of an anonymous paraline name no one and single no one out", async ({ openOwner, api }) => {
    const { circle, people, page } = await openOwner(
      {
        owner: { name: "Maya Torres" },
        is_anonymous: true,
        people: ["Priya", "Okon", "Wilhelmine"],
      },
      phone,
    );
    const [priya, okon, wilhelmine] = people;
    await api.answer({
      circle,
      person: priya,
      text: "Priya here. You are patient, Maya, and I love it.",
    });
    await api.answer({
      circle,
      person: okon,
      text: "The winter worries me. Call +351 912 345 678, or okon@people.example.",
    });
    await api.answer({
      circle,
      person: wilhelmine,
      text: "The winter will be hard, Okon says so too.",
    });
    await openInsights(page, circle.id);
    await page.getByRole("button", { name: "Generate Insights" }).click();
    await expect(page.getByRole("heading", { name: "Key Themes" })).toBeVisible();
    const quotes = await page.getByRole("blockquote").allTextContents();
    expect(quotes.length).toBeGreaterThan(0);
    const shown = quotes.join("\n") + (await page.getByText(/^What comes up most/).textContent());
    for (const name of ["Priya", "Maya", "Okon", "912", "okon@"]) expect(shown).not.toContain(name);
    await expect(page.getByText("Perspective 1", { exact: true }).first()).toBeAttached();
  });
});
