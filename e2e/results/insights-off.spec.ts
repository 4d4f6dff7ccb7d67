import { expect, test, toLastQuestion } from "../testing/fixtures.ts";

test.use({ settings: { INSIGHTS_MODEL: "off" } });

test("a server without insights says so to owners, and offers invitees no choice about them", async ({
  openOwner,
  openBrowser,
  api,
}) => {
  const { circle, people, page } = await openOwner();
  const [ana, ben, cleo] = people;
  await api.answer({ circle, person: ana, text: "Yes." });
  await api.answer({ circle, person: ben, text: "I would." });
  await page.goto(`/results?circle=${circle.id}`);
  await page.getByRole("tab", { name: "Insights" }).click();
  await expect(page.getByText("Insights are switched off on this server.")).toBeVisible();
  await expect(page.getByRole("button", { name: /enerate/ })).toHaveCount(0);

  const theirs = await openBrowser();
  await theirs.goto(cleo.link);
  await expect(theirs.getByRole("region", { name: "About this paraline" })).toBeVisible();
  await expect(theirs.getByText(/Insights may use it/)).toHaveCount(0);
  await toLastQuestion(theirs);
  await expect(theirs.getByRole("button", { name: "Submit Reflections" })).toBeVisible();
  await expect(theirs.getByText("Leave mine out of insights")).toHaveCount(0);
});
