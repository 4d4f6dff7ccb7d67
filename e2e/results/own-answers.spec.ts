import {
  desktop,
  expect,
  expectGoodLooks,
  notification,
  phone,
  test,
} from "../testing/fixtures.ts";

const offer = { name: "What do you expect to hear?" };

for (const [what, isAnonymous, screen] of [
  ["a named paraline on a phone", false, phone],
  ["an anonymous paraline on a desktop", true, desktop],
] as const) {
  test(`the owner of ${what} answers first, sealed, and then reads both side by side`, async ({
    openOwner,
    api,
  }) => {
    const { owner, circle, people, page } = await openOwner(
      { is_anonymous: isAnonymous, isOfferOpen: true },
      screen,
    );
    const results = `/results?circle=${circle.id}`;
    await page.goto(results);
    await expect(page.getByRole("region", offer)).toBeVisible();
    await expectGoodLooks(page, "the offer");
    await page.getByRole("button", { name: "Answer first" }).click();
    await page.getByRole("textbox", { name: "most alive" }).fill("They will say on the ward.");
    await page.getByRole("radio", { name: "2" }).check({ force: true });
    await expectGoodLooks(page, "the form");
    await page.reload();
    await expect(page.getByRole("textbox", { name: "most alive" })).toHaveValue(
      "They will say on the ward.",
    );
    await expect(page.getByRole("radio", { name: "2" })).toBeChecked();
    await page.getByRole("button", { name: "Seal my answers" }).click();
    await expect(
      notification(page, "Sealed. You will see your answers beside theirs."),
    ).toBeVisible();
    await expect(page.getByText("Your own answers are sealed.")).toBeVisible();
    await page.reload();
    await expect(page.getByText("Your own answers are sealed.")).toBeVisible();
    await expect(page.getByText("They will say on the ward.")).toHaveCount(0);

    for (const person of people) {
      await api.answer({ circle, person, text: "When you bake." });
    }
    if (isAnonymous) await api.call(owner, "POST", `/api/circles/${circle.id}/close`);
    await page.goto(results);
    await expect(page.getByRole("article")).toHaveCount(4);
    await expect(page.getByRole("article", { name: "You" })).toContainText(
      "They will say on the ward.",
    );
    await expect(page.getByRole("img", { name: /three at 4.*You expected 2\./ })).toBeVisible();
    await expectGoodLooks(page, "by person");
    await page.goto(`${results}&by=question`);
    const question = page.getByRole("region", { name: "most alive" });
    await expect(question.getByRole("heading", { level: 3 })).toHaveText(["You", "They"]);
    await expectGoodLooks(page, "by question");
  });
}

test("skipped by one click, it is never offered again, and until then nothing of others is shown", async ({
  openOwner,
  api,
}) => {
  const { circle, people, page } = await openOwner({ people: ["Ana"], isOfferOpen: true });
  await api.answer({ circle, person: people[0], text: "When you bake." });
  for (const screen of ["results", "decision"]) {
    await page.goto(`/${screen}?circle=${circle.id}`);
    await expect(page.getByRole("region", offer)).toBeVisible();
    await expect(page.getByText("When you bake.")).toHaveCount(0);
    await expect(page.getByText("Recap")).toHaveCount(0);
  }
  await page.getByRole("button", { name: "Skip" }).click();
  await expect(page.getByText("Recap")).toBeVisible();
  await page.goto(`/results?circle=${circle.id}`);
  await expect(page.getByText("When you bake.").first()).toBeVisible();
  await expect(page.getByRole("region", offer)).toHaveCount(0);
});
