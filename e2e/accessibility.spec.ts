import { dayAhead } from "./testing/days.ts";
import {
  expect,
  expectGoodLooks,
  notification,
  passFirstStep,
  phone,
  submitReflections,
  tabTo,
  test,
} from "./testing/fixtures.ts";

test.describe("accessibility and layout width", () => {
  test("the public pages are accessible and fit their width", async ({ openBrowser, allow }) => {
    allow(/status of 404/);
    test.slow();
    const page = await openBrowser();
    for (const address of [
      "/",
      "/pricing",
      "/example",
      "/example?by=question",
      "/example?tab=encouragement",
      "/example?tab=insights",
      "/example/decision",
      "/auth",
      "/auth?mode=signup",
      "/nowhere",
    ]) {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectGoodLooks(page, address);
    }
  });

  test("nothing scrolls sideways when text is read at twice its size on the smallest phone", async ({
    openOwner,
  }) => {
    const { circle, page } = await openOwner(
      { people: ["Benedikt", "Ana"] },
      { viewport: { width: 320, height: 640 } },
    );
    const decision = `/decision?circle=${circle.id}`;
    for (const address of [
      "/",
      "/pricing",
      "/example",
      "/example/decision",
      "/circles",
      "/contacts",
      `/share?circle=${circle.id}`,
      "/settings",
      "/create",
      decision,
    ]) {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.evaluate(() => {
        document.documentElement.style.fontSize = "200%";
      });
      const widest = () => page.evaluate(() => document.documentElement.scrollWidth);
      await expect.poll(widest, { message: address }).toBeLessThanOrEqual(320);
    }
    await page.goto("/");
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    const headline = page.getByRole("heading", { level: 1 });
    expect(
      await headline.evaluate((element) => element.scrollWidth - element.clientWidth),
    ).toBeLessThanOrEqual(0);
  });

  test("the invitee's screens are accessible and fit their width", async ({
    openBrowser,
    api,
    allow,
  }) => {
    allow(/status of 404/);
    test.slow();
    const owner = await api.signUp();
    const { circle, people } = await api.create(owner, { is_anonymous: true });
    const [ana, ben, cleo] = people;
    await api.answer({ circle, person: ben, text: "Yes." });
    const page = await openBrowser();

    await page.goto(ana.link);
    await expect(page).toHaveURL("/feedback");
    await expectGoodLooks(page, "the first question");
    await page.getByRole("button", { name: "Next" }).click();
    await expectGoodLooks(page, "a rating");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("textbox", { name: "in my place" }).fill("x".repeat(2001));
    await page.getByRole("button", { name: "Submit Reflections" }).click();
    await expect(notification(page, "Answer must be less than 2000 characters")).toBeVisible();
    await expectGoodLooks(page, "the last question, refused");
    await page.getByRole("textbox", { name: "in my place" }).fill("Wait a year.");
    await submitReflections(page);
    await expectGoodLooks(page, "the thank-you");
    await page.goto(ben.link);
    await expect(page.getByRole("heading", { name: "You've already shared" })).toBeVisible();
    await expectGoodLooks(page, "a used link");
    await page.goto(cleo.link);
    await page.getByRole("button", { name: "I'd rather not" }).click();
    await expect(page.getByRole("heading", { name: "You chose not to answer" })).toBeVisible();
    await expectGoodLooks(page, "declined");
    await page.goto("/invite?token=AAAAAAAAAAAAAAAAAAAAAA");
    await expect(page.getByRole("heading", { name: "Link Invalid" })).toBeVisible();
    await expectGoodLooks(page, "an invalid link");
    const mail = await api.emailTo(ana.email, "invitation");
    await page.goto(mail.links.find((href) => href.includes("/unsubscribe")) ?? "");
    await expectGoodLooks(page, "unsubscribing");
  });

  test("the owner's screens are accessible and fit their width", async ({ openAs, api }) => {
    test.slow();
    const owner = await api.signUp();
    const page = await openAs(owner);
    for (const address of ["/circles", "/contacts", "/history", "/results"]) {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByText(/^(You haven't created any|No )/)).toBeVisible();
      await expectGoodLooks(page, `${address}, empty`);
    }
    const { circle, people } = await api.create(owner, { people: ["Ana", "Ben"] });
    const [ana] = people;
    await api.answer({ circle, person: ana, text: "Yes." }, { encouragement: "Go." });
    for (const [address, words] of [
      ["/circles", "1/2 perspectives"],
      [`/share?circle=${circle.id}`, "1 of 2 perspectives received"],
      [`/results?circle=${circle.id}`, "Perspective 1, Ana"],
      ["/results", "1 perspective"],
      ["/contacts", ana.email],
      ["/settings", "Profile"],
    ] as const) {
      await page.goto(address);
      await expect(page.getByText(words).first()).toBeVisible();
      await expectGoodLooks(page, address);
    }
  });

  test("the Insights tab is accessible and fits its width in its states", async ({
    openOwner,
    api,
  }) => {
    test.slow();
    const { circle, people, page } = await openOwner();
    const [ana, ben, cleo] = people;
    const open = async () => {
      await page.goto(`/results?circle=${circle.id}`);
      await page.getByRole("tab", { name: "Insights" }).click();
    };
    await api.answer({ circle, person: ana, text: "You are calm. The first winter worries me." });
    await open();
    await expect(page.getByText(/^Need at least 2/)).toBeVisible();
    await expectGoodLooks(page, "insights, too few");
    await api.answer({ circle, person: ben, text: "Go for it. The winter will be long, I fear." });
    await open();
    const generate = page.getByRole("button", { name: "Generate Insights" });
    await expect(generate).toBeVisible();
    await expectGoodLooks(page, "insights, none yet");
    await generate.click();
    await expect(page.getByRole("heading", { name: "Key Themes" })).toBeVisible();
    await api.answer({ circle, person: cleo, text: "Ask to see the books before you sign." });
    await open();
    await page.getByText("2 of 2 people").first().click();
    await page.getByText("Perspective 1, Ana").locator("visible=true").first().click();
    await expect(page.getByText("1 new perspective since")).toBeVisible();
    await expectGoodLooks(page, "insights, with an answer open");
  });

  test("edit mode and the dialogs before a paraline is closed, reopened or deleted are accessible and fit their width", async ({
    openOwner,
    api,
  }) => {
    test.slow();
    const { owner, circle, people, page } = await openOwner({
      people: ["Ana"],
      deadline: dayAhead.value,
    });
    await api.answer({ circle, person: people[0], text: "Yes." });
    await page.goto(`/create?edit=${circle.id}`);
    await page.getByRole("textbox", { name: "Title" }).fill("Changed");
    await page.reload();
    await expect(page.getByText("We restored your unsaved changes.")).toBeVisible();
    await expectGoodLooks(page, "edit mode, step 1");
    for (const words of ["1 person has already answered.", "Step 4 of 4"]) {
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page.getByText(words)).toBeVisible();
      await expectGoodLooks(page, `edit mode, ${words}`);
    }
    await page.goto("/circles");
    const more = page.getByRole("button", { name: /^More/ });
    await more.click();
    await expect(page.getByRole("menu")).toBeVisible();
    await expectGoodLooks(page, "the menu of a paraline");
    await page.keyboard.press("Escape");
    for (const entry of ["Close", "Duplicate", "Delete", "Reopen"]) {
      if (entry === "Reopen") {
        await api.call(owner, "POST", `/api/circles/${circle.id}/close`);
        await page.reload();
      }
      await more.click();
      await page.getByRole("menuitem", { name: entry }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      if (entry === "Delete") {
        await page.getByRole("button", { name: "Delete for good" }).click();
      }
      await expectGoodLooks(page, `the dialog of ${entry}`);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toBeHidden();
    }
  });

  test("the share screen with its dialogs and menus is accessible and fits its width", async ({
    openAs,
    api,
  }) => {
    test.slow();
    const owner = await api.signUp();
    const page = await openAs(owner);
    const { circle } = await api.create(owner, { people: ["Ana", "Ben"] });
    await page.goto(`/share?circle=${circle.id}`);
    await page.getByRole("button", { name: "Add someone" }).click();
    await page.getByRole("button", { name: "Send invitations" }).click();
    await expect(notification(page, "Add at least one person to invite")).toBeVisible();
    await expectGoodLooks(page, "the share screen, adding people");
    await page.getByRole("button", { name: "More for Ana" }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    await expectGoodLooks(page, "the menu of a person");
    await page.getByRole("menuitem", { name: "Change address" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectGoodLooks(page, "correcting an address");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.getByRole("button", { name: "More for Ana" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectGoodLooks(page, "removing someone");
  });

  test("other paralines' share screens, contacts and the history are accessible and fit their width", async ({
    openAs,
    api,
  }) => {
    test.slow();
    const owner = await api.signUp();
    const page = await openAs(owner);
    const { circle: anonymous } = await api.create(owner, { is_anonymous: true });
    await api.call(owner, "PUT", `/api/circles/${anonymous.id}/open-link`, { open: true });
    const { circle: closed } = await api.create(owner, { people: ["Dee"] });
    await api.call(owner, "POST", `/api/circles/${closed.id}/close`);
    for (const [address, words] of [
      [`/share?circle=${anonymous.id}`, "Sealed until you close it"],
      [`/share?circle=${closed.id}`, "Your Paraline has closed"],
      ["/history", "Completed:"],
    ] as const) {
      await page.goto(address);
      await expect(page.getByText(words).first()).toBeVisible();
      await expectGoodLooks(page, address);
    }
    await page.goto("/contacts");
    await page.getByRole("searchbox").fill("nobody");
    await expect(page.getByText("No one found.")).toBeVisible();
    await expectGoodLooks(page, "contacts, no one found");
  });

  test("the share-link page is accessible and fits its width", async ({
    openBrowser,
    api,
    allow,
  }) => {
    allow(/status of 422/);
    test.slow();
    const owner = await api.signUp();
    const { circle: shut } = await api.create(owner, { people: ["Ana"] });
    const { circle: open } = await api.create(owner, { people: ["Ben"] });
    await api.call(owner, "PUT", `/api/circles/${open.id}/open-link`, { open: true });
    const page = await openBrowser();
    await page.goto(`/feedback?circle=${shut.id}`);
    await page.getByRole("button", { name: "Send my link" }).click();
    await expect(page.getByText("Please enter an email address")).toBeVisible();
    await expectGoodLooks(page, "the share-link page, refused");
    await page.getByRole("textbox", { name: "Your email address" }).fill("ana@example.com");
    await page.getByRole("button", { name: "Send my link" }).click();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    await expectGoodLooks(page, "the share-link page, asked");
    await page.goto(`/feedback?circle=${open.id}`);
    await expect(page.getByRole("button", { name: "Start" })).toBeVisible();
    await expectGoodLooks(page, "the open share-link page");
  });

  test("the wizard is accessible and fits its width", async ({ openAs, api }) => {
    test.slow();
    const page = await openAs(await api.signUp({ name: "" }));
    await page.goto("/create");
    await expect(page.getByText("Step 1 of 4")).toBeVisible();
    await expectGoodLooks(page, "step 1");
    await passFirstStep(page);
    await page.getByRole("radio", { name: /^How Do I Show Up/ }).check();
    await page.getByRole("button", { name: "Add another question" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(notification(page, "Please fill in all questions")).toBeVisible();
    await expectGoodLooks(page, "step 2, refused");
    await page.getByRole("button", { name: "Delete question 7" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("textbox", { name: "First name" }).fill("Ana");
    await page.getByRole("textbox", { name: "Email" }).fill("ana@example.com");
    await page.getByRole("textbox", { name: "Email" }).press("Enter");
    await page.getByRole("radio", { name: /^Anonymous/ }).check();
    await expectGoodLooks(page, "step 3");
    await page.getByRole("button", { name: "Use Named instead" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Step 4 of 4")).toBeVisible();
    await expectGoodLooks(page, "step 4");
  });
});

test("the invitee's flow works with only the keyboard", async ({ openBrowser, api }) => {
  const { people } = await api.create(await api.signUp(), { people: ["Ana"] });
  const page = await openBrowser();
  await page.goto(people[0].link);
  await expect(page).toHaveURL("/feedback");

  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page.getByRole("textbox", { name: "most alive" }));
  await page.keyboard.type("At the stove.");
  await tabTo(page.getByRole("button", { name: "Next" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "How well does this fit me?" })).toBeFocused();
  await tabTo(page.getByRole("radio", { name: "1, Poor fit" }));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "3, Neutral" })).toBeChecked();
  await tabTo(page.getByRole("button", { name: "Next" }));
  await page.keyboard.press("Space");
  await expect(page.getByRole("heading", { name: "What would you do in my place?" })).toBeFocused();
  await tabTo(page.getByRole("textbox", { name: "encouragement note" }));
  await page.keyboard.type("Go on.");
  await tabTo(page.getByRole("button", { name: "Submit Reflections" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Thank you" })).toBeFocused();
});

test("an owner gets from signing in to a new paraline with only the keyboard", async ({
  page,
  api,
}) => {
  const owner = await api.signUp();
  await page.goto("/auth");
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.type(owner.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(owner.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "New Paraline" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Step 1 of 4")).toBeVisible();
});

test("every touch target on the invitee's page is at least 44 px", async ({ openBrowser, api }) => {
  const { people } = await api.create(await api.signUp(), { people: ["Ana"] });
  const page = await openBrowser(phone);
  await page.goto(people[0].link);
  await expect(page).toHaveURL("/feedback");
  for (const name of ["Next", "Back", "I'd rather not"]) {
    const box = await page.getByRole("button", { name }).boundingBox();
    expect.soft(box?.height, name).toBeGreaterThanOrEqual(44);
  }
});
