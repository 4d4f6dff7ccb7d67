import {
  expect,
  failCalls,
  notification,
  phone,
  signedInAs,
  submitReflections,
  test,
  toLastQuestion,
} from "../testing/fixtures.ts";

test.describe("the share screen", () => {
  test("copies the link, and says so for a while", async ({ openBrowser, api, baseURL }) => {
    const owner = await api.signUp();
    const { circle } = await api.create(owner, { people: ["Ana"] });
    const page = await openBrowser({ ...signedInAs(owner, baseURL) });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.clock.install();
    await page.goto(`/share?circle=${circle.id}`);
    const field = page.getByRole("textbox", { name: "Feedback link" });
    const link = new URL(`/feedback?circle=${circle.id}`, page.url()).href;
    await expect(field).toHaveValue(link);
    await field.focus();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(link);

    const copy = page.getByRole("button", { name: "Copy", exact: true });
    const width = (await copy.boundingBox())?.width;
    // It is shown for two seconds, by a clock that only the test advances.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    await copy.click();
    const copied = page.getByRole("button", { name: "Copied!" });
    await expect(copied).toBeVisible();
    expect((await copied.boundingBox())?.width).toBe(width);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    await page.clock.runFor(1500);
    await expect(notification(page, "Link copied to clipboard!")).toBeVisible();
    await expect(copied).toBeVisible();
    await page.clock.runFor(500);
    await expect(copy).toBeVisible();

    await page.evaluate(() => navigator.clipboard.writeText(""));
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect(copied).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  });

  test("selects the link so that it can be copied by hand if the browser does not let the page copy", async ({
    openOwner,
  }) => {
    const { circle, people, page } = await openOwner({ people: ["Ana"] }, phone);
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "clipboard", { value: undefined });
    });
    await page.goto(`/share?circle=${circle.id}`);
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect(page.getByText(/copy it by hand/)).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Feedback link" })).toBeFocused();
    const selection = () => page.evaluate(() => getSelection()?.toString());
    expect(await selection()).toContain(`/feedback?circle=${circle.id}`);

    await page.getByRole("button", { name: "More for Ana" }).click();
    await page.getByRole("menuitem", { name: "Copy private link" }).click();
    const dialog = page.getByRole("dialog", { name: "Only for Ana" });
    await expect(dialog.getByRole("textbox", { name: "Private link" })).toBeFocused();
    expect(await selection()).toBe(people[0].link);
  });

  test("follows a new answer without a reload, until everyone has answered", async ({
    openOwner,
    api,
  }) => {
    const { circle, people, page } = await openOwner({ people: ["Ana", "Ben"] });
    await page.goto("/circles");
    await page.getByRole("link", { name: `Share Link, ${circle.title}` }).click();
    await expect(page).toHaveURL(`/share?circle=${circle.id}`);
    await page.reload();
    await expect(page.getByText("0 of 2 perspectives received")).toBeVisible();
    await expect(page.getByRole("heading", { name: "What happens next?" })).toBeVisible();
    await expect(page.getByText(/answers the 3 questions/)).toBeVisible();
    const remind = page.getByRole("button", { name: "Send reminder to all" });
    await expect(page.getByText("Sent", { exact: true })).toHaveCount(2);
    await remind.click();
    await expect(notification(page, "Reminder sent to 2 people")).toBeVisible();
    await api.emailTo(people[0].email, "reminder");

    for (const [index, person] of people.entries()) {
      await api.answer({ circle, person, text: "Yes." });
      await expect(page.getByText(`${index + 1} of 2 perspectives received`)).toBeVisible();
      const row = page.getByRole("listitem").filter({ hasText: person.email });
      await expect(row.getByText("Completed")).toBeVisible();
      await expect(row.getByRole("button")).toHaveCount(0);
    }
    await expect(remind).toHaveCount(0);
  });

  test("adds people one by one or many at once, and loses nothing that was typed", async ({
    openOwner,
    api,
    allow,
  }) => {
    allow(/status of 503/);
    const { owner, circle, people, page } = await openOwner({ people: ["Ana"] });
    await page.goto(`/share?circle=${circle.id}`);
    await page.getByRole("button", { name: "Add someone" }).click();
    const first = page.getByRole("textbox", { name: "First name" });
    const email = page.getByRole("textbox", { name: "Email" });
    await first.fill("Again");
    await email.fill(people[0].email);
    await email.press("Enter");
    await expect(notification(page, "This email has already been added")).toBeVisible();
    await expect(email).toBeFocused();
    await email.fill(owner.email);
    await email.press("Enter");
    await expect(notification(page, "You can't invite yourself")).toBeVisible();

    await page.getByRole("button", { name: "Paste several at once" }).click();
    await page
      .getByRole("textbox", { name: "Several people" })
      .fill("Bo Lee <bo.lee@example.com>; Cy Ray <cy.ray@example.com>");
    await page.reload();
    await page.getByRole("button", { name: "Send invitations" }).click();
    await expect(
      notification(page, "Add the people you pasted first, or leave them out"),
    ).toBeVisible();
    await page.getByRole("button", { name: "Add these people" }).click();
    await first.fill("Dee");
    await email.fill("dee@example.com");
    await page.reload();
    await expect(page.getByText("No one here has been invited yet.")).toBeVisible();
    await expect(first).toHaveValue("Dee");

    const path = `**/api/circles/${circle.id}/invites`;
    const repair = await failCalls(page, path, { method: "POST" });
    const send = page.getByRole("button", { name: "Send invitations" });
    await send.click();
    await expect(notification(page, "No one was invited")).toBeVisible();
    await repair();
    await page.getByRole("button", { name: "Not now" }).click();
    await page.getByRole("button", { name: "Add someone" }).click();
    await expect(page.getByRole("button", { name: "Remove Bo Lee" })).toBeVisible();
    await expect(email).toHaveValue("dee@example.com");
    await send.click();
    await expect(notification(page, "3 people invited")).toBeVisible();
    await expect(page.getByText("0 of 4 perspectives received")).toBeVisible();
    for (const address of ["bo.lee", "cy.ray", "dee"]) {
      await api.emailTo(`${address}@example.com`, "invitation");
    }
    await expect(page.getByRole("button", { name: "Add someone" })).toBeFocused();
    await page.reload();
    await expect(page.getByText("0 of 4 perspectives received")).toBeVisible();
    await expect(first).toHaveCount(0);
  });

  test("corrects an address, copies a private link and removes a person", async ({
    openOwner,
    openBrowser,
    api,
    allow,
  }) => {
    allow(/status of (404|422)/);
    const { circle, people, page } = await openOwner({ people: ["Ana", "Ben"] });
    const [ana, ben] = people;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(`/share?circle=${circle.id}`);
    const more = (name: string) => page.getByRole("button", { name: `More for ${name}` });
    // One person's menu may still be closing while the next one opens.
    const choose = async (entry: string, name: string) => {
      await more(name).click();
      const menu = page.getByRole("menu", { name: `More for ${name}` });
      await menu.getByRole("menuitem", { name: entry }).click();
    };

    await choose("Copy private link", "Ben");
    await expect(notification(page, "It is only for Ben.")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(ben.link);

    await choose("Change address", "Ana");
    const dialog = page.getByRole("dialog", { name: "Ana’s address" });
    const field = dialog.getByRole("textbox", { name: "Email" });
    await expect(field).toHaveValue(ana.email);
    await field.fill(ben.email);
    await field.press("Enter");
    await expect(dialog.getByText("This email has already been added")).toBeVisible();
    await expect(field).toHaveValue(ben.email);
    const corrected = `corrected.${ana.email}`;
    await field.fill(corrected);
    await dialog.getByRole("button", { name: "Send invitation" }).click();
    await expect(dialog).toBeHidden();
    await expect(
      notification(page, `A new invitation will be sent to ${corrected}.`),
    ).toBeVisible();
    await expect(page.getByRole("main").getByText(corrected)).toBeVisible();
    await expect(more("Ana")).toBeFocused();
    await api.emailTo(corrected, "invitation");
    const theirs = await openBrowser(phone);
    await theirs.goto(ana.link);
    await expect(theirs.getByRole("heading", { name: "Link Invalid" })).toBeVisible();

    await choose("Remove", "Ben");
    const question = page.getByRole("dialog", { name: "Remove Ben?" });
    await expect(question.getByRole("button", { name: "Keep" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(more("Ben")).toBeFocused();
    await choose("Remove", "Ben");
    await question.getByRole("button", { name: "Remove" }).click();
    await expect(page.getByRole("main").getByText(ben.email)).toHaveCount(0);
    const counted = page.getByRole("heading", { name: "0 of 1 perspectives received" });
    await expect(counted).toBeFocused();
  });

  test("the share screen of a closed paraline says so, and leads to the results or reopens it", async ({
    openOwner,
    api,
  }) => {
    const { owner, circle, page } = await openOwner({ people: ["Ana"] });
    await api.call(owner, "POST", `/api/circles/${circle.id}/close`);
    await page.goto(`/share?circle=${circle.id}`);
    await expect(page.getByRole("heading", { name: "Your Paraline has closed" })).toBeVisible();
    await expect(page.getByText("Ana", { exact: true })).toBeVisible();
    await expect(page.getByRole("main").getByRole("button")).toHaveText(["Reopen"]);
    await page.getByRole("link", { name: "View Results" }).click();
    await expect(page).toHaveURL(`/results?circle=${circle.id}`);
    await page.goBack();
    await page.getByRole("button", { name: "Reopen" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Reopen" }).click();
    await expect(page.getByRole("heading", { name: "Your Paraline is live" })).toBeFocused();
    await expect(page.getByRole("button", { name: "Copy", exact: true })).toBeVisible();
  });
});

test.describe("the open link", () => {
  test("lets anyone answer with their first name, until it is turned off again", async ({
    openOwner,
    openBrowser,
    allow,
  }) => {
    allow(/status of 4(?:10|22)/);
    const { circle, page } = await openOwner({ people: ["Ana"] });
    await page.goto(`/share?circle=${circle.id}`);
    const anyone = page.getByRole("switch", { name: "Anyone with this link" });
    await expect(anyone).not.toBeChecked();
    await expect(page.getByText(/^Only people I invited/)).toBeVisible();
    const stranger = await openBrowser(phone);
    await stranger.goto(`/feedback?circle=${circle.id}`);
    await expect(stranger.getByRole("heading", { name: "Were you invited?" })).toBeVisible();

    // The screen shows what was chosen before the server has stored it.
    const stored = () => page.waitForResponse((response) => response.url().endsWith("/open-link"));
    const switchedOn = stored();
    await page.getByText("Anyone with this link", { exact: true }).click();
    await expect(anyone).toBeChecked();
    await expect(page.getByText(/up to 50 people/)).toBeVisible();
    await switchedOn;
    await page.reload();
    await expect(anyone).toBeChecked();

    await stranger.reload();
    await expect(stranger.getByRole("heading", { name: circle.title })).toBeVisible();
    await stranger.getByRole("button", { name: "Start" }).click();
    await expect(stranger.getByText("Please enter a first name")).toBeVisible();
    const startAs = async (visitor: typeof stranger, firstName: string) => {
      await visitor.getByRole("textbox", { name: "Your first name" }).fill(firstName);
      await visitor.getByRole("button", { name: "Start" }).click();
      await expect(visitor).toHaveURL("/feedback");
      await expect(visitor.getByText("Question 1 of 3")).toBeVisible();
    };
    await startAs(stranger, "Dan");
    const another = await openBrowser(phone);
    await another.goto(`/feedback?circle=${circle.id}`);
    await startAs(another, "Eve");
    await another.getByRole("textbox").first().fill("A window.");

    // Dan is listed and counted only after he has answered.
    await page.reload();
    const dan = page.getByRole("listitem").filter({ hasText: "by the link" });
    await expect(page.getByText("0 of 1 perspectives received")).toBeVisible();
    await expect(dan).toHaveCount(0);
    await stranger.reload();
    await stranger.getByRole("textbox").first().fill("A door.");
    await toLastQuestion(stranger);
    await submitReflections(stranger);
    await expect(dan.getByText("Dan")).toBeVisible();
    await expect(page.getByText("1 of 2 perspectives received")).toBeVisible();

    const switchedOff = stored();
    await anyone.press("Space");
    await expect(anyone).not.toBeChecked();
    await expect(page.getByText(/^Only people I invited/)).toBeVisible();
    await switchedOff;
    await stranger.goto(`/feedback?circle=${circle.id}`);
    await expect(stranger.getByRole("heading", { name: "Were you invited?" })).toBeVisible();
    await another.reload();
    await expect(another.getByText(/The shared link was turned off/)).toBeVisible();
    await expect(another.getByText("A window.")).toBeVisible();
  });

  test("stays as it was if it cannot be switched", async ({ openOwner, allow }) => {
    allow(/status of 503/);
    const { circle, page } = await openOwner({ people: ["Ana"] });
    await failCalls(page, "**/open-link");
    await page.goto(`/share?circle=${circle.id}`);
    const anyone = page.getByRole("switch", { name: "Anyone with this link" });
    await anyone.click();
    await expect(notification(page, "The link was not changed")).toBeVisible();
    await expect(anyone).not.toBeChecked();
  });
});

test.describe("the share-link page, without scripts,", () => {
  test.use({ ...phone, javaScriptEnabled: false });

  test("emails the private link to people who were invited, and gives everyone the same answer", async ({
    page,
    api,
    allow,
  }) => {
    allow(/status of 422/);
    const { circle, people } = await api.create(await api.signUp(), { people: ["Ana"] });
    const [ana] = people;
    await page.goto(`/feedback?circle=${circle.id}`);
    const field = page.getByRole("textbox", { name: "Your email address" });
    await field.fill("ana@");
    await page.getByRole("button", { name: "Send my link" }).click();
    await expect(page.getByText("Please enter a valid email address")).toBeVisible();
    await expect(field).toHaveValue("ana@");
    const seen: string[] = [];
    for (const address of ["stranger@example.com", ana.email]) {
      await field.fill(address);
      await page.getByRole("button", { name: "Send my link" }).click();
      await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
      seen.push(await page.getByRole("main").ariaSnapshot());
      await page.getByRole("link", { name: "Try another address" }).click();
      await expect(field).toHaveValue("");
    }
    expect(seen[0]).toBe(seen[1]);
    const mail = await api.emailTo(ana.email, "private_link");
    expect(mail.links).toContain(ana.link);
  });
});
