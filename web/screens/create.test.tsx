import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { questionTemplates } from "#contract/circles/questions.ts";
import { page as turkish } from "#contract/messages/tr/page.ts";
import { addDays, dayIn } from "#contract/values/days.ts";
import { saveDraft } from "#web/features/circles/draft/draft-storage.ts";
import { emptyDraft, type WizardDraft } from "#web/features/circles/draft/wizard-draft.ts";
import { account, maya, openApp, openAsOwner, refused } from "#web/testing/app.tsx";
import { ana } from "#web/testing/people.ts";
import { circle } from "#web/testing/results.ts";

const server = {
  "GET /api/account": { body: { ...account, full_name: "" } },
  [`GET /api/circles/${circle.id}`]: { body: { circle } },
  [`GET /api/circles/${circle.id}/invites`]: { body: { invites: [], waits_for_owner: false } },
  "GET /api/invites": { body: { contacts: [{ ...ana, label: "friend", circle }] } },
};
const kept = () => Object.keys(localStorage).filter((key) => key.startsWith("paraline.draft"));
const click = (name: string) => userEvent.click(screen.getByRole("button", { name }));
/** The text that a screen reader reads out. */
const said = () =>
  screen
    .queryAllByRole("alert")
    .map((line) => line.textContent)
    .join("");
const isUnavailable = (name: string) =>
  screen.getByRole("button", { name }).getAttribute("aria-disabled") === "true";

async function writeStepOne() {
  await screen.findByRole("heading", { name: "What are you exploring?" });
  await userEvent.type(screen.getByLabelText("Title"), "Bakery");
  await userEvent.type(screen.getByLabelText("What I'm exploring"), "A bakery");
  await userEvent.type(screen.getByLabelText("What I'm asking from you"), "Be frank");
}

async function goToInvitees() {
  await writeStepOne();
  await click("Continue");
  await screen.findByRole("heading", { name: "Questions" });
  await click("Continue");
  await screen.findByRole("heading", { name: "Invitees" });
}

async function goToTheEnd() {
  await goToInvitees();
  await userEvent.type(screen.getByLabelText("First name"), "Ana");
  await userEvent.type(screen.getByLabelText("Email"), "ana@example.com{Enter}");
  await click("Continue");
  await screen.findByRole("heading", { name: "Final details" });
}

describe("the wizard", () => {
  test("Continue says why it does nothing until step 1 is filled in", async () => {
    await openAsOwner("/create", server);
    await screen.findByRole("heading", { name: "What are you exploring?" });
    expect(isUnavailable("Continue")).toBe(true);
    expect(
      screen.getByText(
        "To continue, add a title, what you are exploring, and what you are asking.",
      ),
    ).toBeTruthy();
    await click("Continue");
    const sentence = "To continue, add a title, what you are exploring, and what you are asking.";
    await waitFor(() => expect(said()).toBe(sentence));
    expect(document.activeElement).toBe(screen.getByLabelText("Title"));
    await userEvent.type(screen.getByLabelText("Title"), "Bakery");
    await waitFor(() => expect(said()).toBe(""));
    await userEvent.keyboard("{Enter}");
    const shorter = "To continue, add what you are exploring and what you are asking.";
    await waitFor(() => expect(said()).toBe(shorter));
    expect(document.activeElement).toBe(screen.getByLabelText("What I'm exploring"));
    expect(screen.getByText("Step 1 of 4")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Back" })).toBeNull();
    expect(screen.getByText("JPEG, PNG, WebP, AVIF or GIF, at most 10 MB")).toBeTruthy();
    const title = screen.getByLabelText("Title");
    await userEvent.clear(title);
    await writeStepOne();
    expect(isUnavailable("Continue")).toBe(false);

    await userEvent.clear(title);
    await userEvent.type(title, "   ");
    screen.getByText("To continue, add a title.");
    await userEvent.paste("t".repeat(201));
    screen.getByText("This may have at most 200 characters.");
    expect(isUnavailable("Continue")).toBe(true);
    await userEvent.clear(title);
    await userEvent.type(title, "The bakery{Enter}");
    expect(document.activeElement).toBe(await screen.findByRole("heading", { name: "Questions" }));
    await click("Back");
    expect(screen.getByLabelText("Title")).toHaveProperty("value", "The bakery");
  });

  test("Continue leads to the first question without text, and says why", async () => {
    await openAsOwner("/create", server);
    await writeStepOne();
    await click("Continue");
    await click("Add another question");
    expect(screen.queryByText("Please fill in all questions")).toBeNull();
    await click("Continue");
    expect((await screen.findByRole("alert")).textContent).toBe("Please fill in all questions");
    const field = screen.getByLabelText("Question 7");
    expect(document.activeElement).toBe(field);
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText("Step 2 of 4")).toBeTruthy();
  });

  test("the wizard says once, next to Continue, that someone has to be invited", async () => {
    await openAsOwner("/create", server);
    await goToInvitees();
    const sentence = screen.getByText("Add at least one person to invite");
    expect(isUnavailable("Continue")).toBe(true);
    expect(screen.getByRole("button", { name: "Continue" }).getAttribute("aria-describedby")).toBe(
      sentence.id,
    );
    await click("Continue");
    expect(screen.getByText("Step 3 of 4")).toBeTruthy();
    await userEvent.type(screen.getByLabelText("First name"), "Ana");
    await userEvent.type(screen.getByLabelText("Email"), "ana@example.com{Enter}");
    expect(screen.getByText("1 person will be invited")).toBeTruthy();
    await screen.findByText("Around your table: 1 friend.");
    await waitFor(() => expect(screen.queryByText("Add at least one person to invite")).toBeNull());
    expect(isUnavailable("Continue")).toBe(false);
    await userEvent.click(screen.getByRole("radio", { name: /Anonymous/ }));
    screen.getByText("An anonymous paraline needs at least 3 people.");
    expect(isUnavailable("Continue")).toBe(true);
    await click("Use Named instead");
    expect(isUnavailable("Continue")).toBe(false);
  });

  test("a pasted line without an address is shown, and does not block Continue", async () => {
    await openAsOwner("/create", server);
    await writeStepOne();
    await click("Continue");
    await screen.findByRole("heading", { name: "Questions" });
    const template = screen.getByRole("radio", { name: "Life Decision" });
    const line = document.getElementById(template.getAttribute("aria-describedby") ?? "");
    expect(line?.textContent).toBe(questionTemplates[0]?.description);
    await click("Continue");
    await screen.findByRole("heading", { name: "Invitees" });
    await userEvent.click(screen.getByLabelText("Email"));
    await userEvent.paste(
      "Ana <ana@example.com>, Bo <bo@example.com>\nsomebody else\ncy@example.com",
    );
    expect(isUnavailable("Continue")).toBe(true);
    await click("Add these people");
    await screen.findByText("2 people added!");
    screen.getByText("Add the people you pasted first, or leave them out.");
    expect(isUnavailable("Continue")).toBe(true);
    await click("Add 1 person");
    expect(screen.getByText("somebody else")).toBeTruthy();
    expect(isUnavailable("Continue")).toBe(false);
    await click("Continue");
    const deadline = await screen.findByLabelText(/^Response deadline/);
    expect(screen.getByText("No deadline").closest("[data-empty]")?.contains(deadline)).toBe(true);
  });

  test("step 4 of an anonymous paraline suggests a deadline, and says that a typo is found here", async () => {
    await openAsOwner("/create", server);
    await goToTheEnd();
    expect(screen.queryByRole("button", { name: "Close it in 7 days" })).toBeNull();
    await click("Back");
    for (const name of ["bo", "cy"]) {
      await userEvent.type(screen.getByLabelText("First name"), name);
      await userEvent.type(screen.getByLabelText("Email"), `${name}@example.com{Enter}`);
    }
    await userEvent.click(screen.getByRole("radio", { name: /Anonymous/ }));
    screen.getByText(/Everything stays sealed unless at least 3 of these 3 answer/);
    await click("Continue");
    await screen.findByText(/^Look for typos here/);
    await click("Close it in 7 days");
    const deadline = screen.getByLabelText<HTMLInputElement>(/^Response deadline/);
    expect(deadline.value).toBe(addDays(dayIn(account.time_zone ?? "UTC", new Date()), 7));
    expect(screen.queryByRole("button", { name: "Close it in 7 days" })).toBeNull();
  });

  test("what has been written is kept through a reload, and Start over clears it", async () => {
    const before = await openAsOwner("/create", server);
    await writeStepOne();
    await click("Continue");
    await screen.findByRole("heading", { name: "Questions" });
    expect(kept()).toEqual([`paraline.draft.${maya.id}`]);
    before.unmount();

    await openApp("/create");
    await screen.findByText("We restored your draft.");
    expect(screen.getByText("Step 2 of 4")).toBeTruthy();
    await click("Start over");
    expect(screen.getByLabelText("Title")).toHaveProperty("value", "");
    expect(kept()).toEqual([]);
  });

  test("Back and Forward lead through the steps, and a reload keeps the step", async () => {
    const before = await openAsOwner("/create", server);
    const { router } = before;
    await goToInvitees();
    expect(router.state.location.search).toBe("?step=3");
    await act(() => router.navigate(-1));
    await screen.findByRole("heading", { name: "Questions" });
    await act(() => router.navigate(-1));
    expect(screen.getByLabelText("Title")).toHaveProperty("value", "Bakery");
    await act(() => router.navigate(1));
    await screen.findByRole("heading", { name: "Questions" });
    await click("Back");
    await screen.findByLabelText("Title");
    expect(router.state.location.search).toBe("?step=1");
    before.unmount();
    await openApp("/create?step=2");
    await screen.findByText("We restored your draft.");
    expect(screen.getByText("Step 2 of 4")).toBeTruthy();
    await click("Back");
    expect(screen.getByLabelText("Title")).toHaveProperty("value", "Bakery");
  });

  test("an address leads no further than the first step that is not complete", async () => {
    const { router } = await openAsOwner("/create?step=4", server);
    await writeStepOne();
    expect(screen.getByText("Step 1 of 4")).toBeTruthy();
    await act(() => router.navigate("/create?step=4"));
    // The template's questions are complete, and people are missing.
    expect(screen.getByText("Step 3 of 4")).toBeTruthy();
  });

  test("texts that are too long are restored as they were typed, with their errors", async () => {
    const [first, ...others] = emptyDraft(circle.id).questions.slice(0, 2);
    const rating = { low: "c".repeat(41), middle: "", high: "" };
    const draft: WizardDraft = {
      ...emptyDraft(circle.id),
      title: "t".repeat(201),
      description: "d".repeat(5001),
      what_they_ask: "Be frank",
      questions: [
        { key: first?.key ?? "", label: "l".repeat(501), type: "rating", rating_labels: rating },
        ...others,
      ],
      people: [{ first_name: "Ana", last_name: "", email: "ana@example.com" }],
      entry: { first_name: "n".repeat(130), last_name: "", email: "" },
    };
    saveDraft({ user_id: maya.id }, { step: 1, draft });
    await openAsOwner("/create", server);
    const replace = async (label: string, kept: string, limit: number) => {
      const field = await screen.findByLabelText(label);
      expect(field).toHaveProperty("value", kept);
      screen.getByText(`This may have at most ${limit} characters.`);
      await userEvent.clear(field);
      await userEvent.type(field, "Short");
    };
    await replace("Title", draft.title, 200);
    await replace("What I'm exploring", draft.description, 5000);
    await click("Continue");
    await replace("Question 1", "l".repeat(501), 500);
    await replace("What 1 means in question 1", rating.low, 40);
    await click("Continue");
    screen.getByText("1 person will be invited");
    expect(screen.getByLabelText("First name")).toHaveProperty("value", draft.entry.first_name);
  });

  test("a failed creation stays on its step, trying again is the same creation, and nothing is left behind", async () => {
    let attempts = 0;
    const { asked, router } = await openAsOwner("/create", {
      ...server,
      "POST /api/circles": () => {
        attempts += 1;
        return attempts === 1
          ? refused(500, "internal", "Something")
          : { status: 201, body: { circle } };
      },
    });
    await goToTheEnd();
    await userEvent.type(screen.getByLabelText(/^Your name, so that they know/), "Maya");
    await click("Create Paraline");
    expect((await screen.findByRole("alert")).textContent).toBe("Failed to create paraline");
    expect(screen.getByRole("heading", { name: "Final details" })).toBeTruthy();

    await click("Create Paraline");
    await screen.findByText("Paraline created successfully!");
    await waitFor(() => expect(router.state.location.pathname).toBe("/share"));
    expect(router.state.location).toMatchObject({
      search: `?circle=${circle.id}`,
      state: { circleId: circle.id },
    });
    // The steps are no longer in the history.
    await act(() => router.navigate(-1));
    expect(router.state.location.pathname).toBe("/share");
    const [first, second] = asked.filter(({ call }) => call === "POST /api/circles");
    expect(second?.body).toEqual(first?.body);
    expect(second?.body).toMatchObject({
      owner_name: "Maya",
      invites: [{ first_name: "Ana", last_name: null, email: "ana@example.com" }],
    });
    expect(kept()).toEqual([]);
  });

  test("the server's reason is shown if it has one", async () => {
    await openAsOwner("/create", {
      ...server,
      "POST /api/circles": refused(
        429,
        "invite_mails_exhausted",
        "You have reached the limit for invitations in 24 hours. Please try again later.",
      ),
    });
    await goToTheEnd();
    await click("Create Paraline");
    expect((await screen.findByRole("alert")).textContent).toBe(
      "You have reached the limit for invitations in 24 hours. Please try again later.",
    );
    expect(kept()).toHaveLength(1);
  });

  test("an owner who has been signed out sees a message and is led to sign-in, and no text is lost", async () => {
    const { router } = await openAsOwner("/create", {
      ...server,
      "POST /auth/v1/logout": { body: {} },
      "POST /api/circles": refused(401, "signed_out", "Please sign in first"),
    });
    await goToTheEnd();
    await click("Create Paraline");
    await screen.findByText("You must be logged in to create a paraline");
    await screen.findByRole("heading", { name: "Welcome back" });
    expect(router.state.location.pathname).toBe("/auth");
    expect(kept()).toHaveLength(1);
  });
});

describe("the language of the questions", () => {
  const name = "Language of the questions";
  const prefer = (...tags: string[]) =>
    vi.spyOn(navigator, "languages", "get").mockReturnValue(tags);
  const findBody = (asked: readonly { call: string; body?: unknown }[], call: string) =>
    asked.find((one) => one.call === call)?.body;

  test("is English without being asked for, and can be changed with the questions", async () => {
    prefer("en-GB", "de");
    const { asked } = await openAsOwner("/create", {
      ...server,
      "POST /api/circles": { status: 201, body: { circle } },
    });
    await writeStepOne();
    expect(screen.queryByRole("combobox", { name })).toBeNull();
    await click("Change the language of the questions");
    const field = screen.getByRole("combobox", { name });
    expect(document.activeElement).toBe(field);
    await userEvent.selectOptions(field, "Polski");
    await userEvent.selectOptions(field, "Türkçe");
    expect(field).toHaveProperty("value", "tr");
    await click("Continue");
    expect(await screen.findByLabelText("Question 6")).toHaveProperty(
      "value",
      "Benim yerimde olsan şimdi ne yapardın?",
    );
    await click("Continue");
    await userEvent.type(screen.getByLabelText("First name"), "Ana");
    await userEvent.type(screen.getByLabelText("Email"), "ana@example.com{Enter}");
    await click("Continue");
    // The preview is what people will read.
    expect(
      (await screen.findByText(turkish.whoReads)).closest("[lang]")?.getAttribute("lang"),
    ).toBe("tr");
    await click("Create Paraline");
    await waitFor(() =>
      expect(findBody(asked, "POST /api/circles")).toMatchObject({ language: "tr" }),
    );
  });

  test("is that of the browser, and asked for where it is not the last one used", async () => {
    prefer("fr-CA", "en");
    const first = await openAsOwner("/create", server);
    expect(await screen.findByRole("combobox", { name })).toHaveProperty("value", "fr");
    expect(kept()).toEqual([]);
    first.unmount();
    localStorage.setItem(`paraline.language.${maya.id}`, "fr");
    await openApp("/create");
    expect((await screen.findByText(/^Language of the questions/)).textContent).toContain(
      "Français",
    );
    expect(screen.queryByRole("combobox", { name })).toBeNull();
  });

  test("is shown and saved in edit mode", async () => {
    prefer("pl");
    const address = `/api/circles/${circle.id}`;
    const { asked } = await openAsOwner(`/create?edit=${circle.id}`, {
      ...server,
      [`GET ${address}`]: {
        body: { circle: { ...circle, language: "de", questions: [{ ...ownQuestion, id: 1 }] } },
      },
      [`PUT ${address}`]: { body: { circle } },
    });
    expect((await screen.findByText(/^Language of the questions/)).textContent).toContain(
      "Deutsch",
    );
    await click("Change the language of the questions");
    await userEvent.selectOptions(screen.getByRole("combobox", { name }), "Nederlands");
    expect(screen.getByRole("combobox", { name })).toHaveProperty("value", "nl");
    await click("Continue");
    await click("Continue");
    await click("Update Paraline");
    await waitFor(() =>
      expect(findBody(asked, `PUT ${address}`)).toMatchObject({
        language: "nl",
        questions: [ownQuestion],
      }),
    );
  });
});

const ownQuestion = { label: "Was siehst du?", type: "textarea" };

describe("an address that leads to one question", () => {
  const questions = [
    { id: 4, label: "What do you see?", type: "textarea" },
    { id: 7, label: "How risky does it look?", type: "rating" },
  ];

  test.each([
    [false, 7, "Whether a high number is good in question 2"],
    [true, 7, "Whether a high number is good in question 2"],
    [false, 4, "What question 1 is for"],
  ])("opens it where it is corrected: %j, %d", async (isLocked, questionId, name) => {
    const about = { is_anonymous: isLocked, is_fixed: isLocked, open_link: false };
    await openAsOwner(`/create?edit=${circle.id}&question=${questionId}`, {
      ...server,
      [`GET /api/circles/${circle.id}`]: { body: { circle: { ...circle, ...about, questions } } },
    });
    const field = await screen.findByRole("combobox", { name });
    await waitFor(() => expect(document.activeElement).toBe(field));
  });

  test("leads back to the insights once the question is corrected", async () => {
    const address = `/api/circles/${circle.id}`;
    const { router } = await openAsOwner(`/create?edit=${circle.id}&question=7`, {
      ...server,
      [`GET ${address}`]: { body: { circle: { ...circle, questions } } },
      [`PUT ${address}`]: { body: { circle: { ...circle, questions } } },
    });
    await userEvent.selectOptions(
      await screen.findByRole("combobox", { name: "Whether a high number is good in question 2" }),
      "A low number is good",
    );
    screen.getByText(/^1 person has already answered\. Their answers keep the questions/);
    await click("Continue");
    await click("Update Paraline");
    await screen.findByText("Paraline updated successfully!");
    await waitFor(() => {
      const { pathname, search } = router.state.location;
      expect(pathname + search).toBe(`/results?circle=${circle.id}&tab=insights`);
    });
  });

  test("opens the first step if the question was deleted", async () => {
    await openAsOwner(`/create?edit=${circle.id}&question=5`, {
      ...server,
      [`GET /api/circles/${circle.id}`]: { body: { circle: { ...circle, questions } } },
    });
    await screen.findByText("Step 1 of 4");
  });
});

test("an unsaved edit is kept through a reload, separate from a new paraline, until it is discarded", async () => {
  const before = await openAsOwner(`/create?edit=${circle.id}`, server);
  const title = await screen.findByLabelText("Title");
  await userEvent.clear(title);
  await userEvent.type(title, "Changed");
  const key = `paraline.edit.${maya.id}.${circle.id}`;
  expect(localStorage.getItem(key)).not.toBeNull();
  before.unmount();
  const creating = await openApp("/create");
  expect(await screen.findByLabelText("Title")).toHaveProperty("value", "");
  creating.unmount();
  await openApp(`/create?edit=${circle.id}`);
  await screen.findByText("We restored your unsaved changes.");
  expect(screen.getByLabelText("Title")).toHaveProperty("value", "Changed");
  await click("Discard my changes");
  expect(screen.getByLabelText("Title")).toHaveProperty("value", circle.title);
  expect(screen.queryByText("We restored your unsaved changes.")).toBeNull();
  expect(localStorage.getItem(key)).toBeNull();
});

describe("edit mode of an anonymous paraline", () => {
  const questions = [{ id: 1, label: "What do you see?", type: "textarea" }];
  const anonymous = { ...circle, questions, is_anonymous: true, open_link: false };
  const address = `/api/circles/${circle.id}`;

  test("shows what is fixed once an invitation was sent, offers a new paraline, and stores the rest", async () => {
    const fixed = { ...anonymous, is_fixed: true };
    const { asked } = await openAsOwner(`/create?edit=${circle.id}`, {
      ...server,
      [`GET ${address}`]: { body: { circle: fixed } },
      [`PUT ${address}`]: { body: { circle: fixed } },
    });
    expect(await screen.findByText("Step 1 of 4")).toBeTruthy();
    expect((await screen.findByRole("note")).textContent).toBe(
      "Its words and its people are fixed.",
    );
    expect(screen.getByRole("heading", { name: circle.title })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Ask more people" })).toBeTruthy();
    expect(screen.queryByRole("textbox")).toBeNull();
    await click("Continue");
    expect(screen.getByText("What do you see?")).toBeTruthy();
    expect(screen.queryByRole("textbox")).toBeNull();
    await userEvent.selectOptions(
      screen.getByRole("combobox", { name: "What question 1 is for" }),
      "Asks for worries",
    );
    await click("Continue");
    expect(screen.getByText("Step 4 of 4")).toBeTruthy();
    await click("Update Paraline");
    const words = await screen.findByText("Paraline updated successfully!");
    // One live region makes screen readers read a toast. The library's own region around it is silent.
    expect(words.closest("[role]")?.role).toBe("status");
    expect(words.closest("[aria-live]")?.getAttribute("aria-live")).toBe("off");
    const stored = asked.find(({ call }) => call === `PUT ${address}`);
    expect(stored?.body).toMatchObject({
      title: circle.title,
      questions: [{ ...questions[0], role: "worries" }],
    });
  });

  test("restores the words when an invitation is sent in between, and continues", async () => {
    let hasLeft = false;
    const { asked } = await openAsOwner(`/create?edit=${circle.id}`, {
      ...server,
      [`GET ${address}`]: () => ({ body: { circle: { ...anonymous, is_fixed: hasLeft } } }),
      [`PUT ${address}`]: () => {
        if (hasLeft) return { body: { circle: { ...anonymous, is_fixed: true } } };
        hasLeft = true;
        return refused(409, "circle_fixed", "The words stay.");
      },
    });
    await userEvent.type(await screen.findByLabelText("Title"), " of mine");
    await click("Continue");
    await userEvent.type(await screen.findByLabelText("Question 1"), " Now?");
    await click("Continue");
    await click("Update Paraline");
    await screen.findByText("The words stay.");
    await click("Update Paraline");
    await screen.findByText("Paraline updated successfully!");
    const bodies = asked.filter(({ call }) => call === `PUT ${address}`).map(({ body }) => body);
    expect(bodies).toMatchObject([
      { title: "The bakery question of mine", questions: [{ label: "What do you see? Now?" }] },
      { title: "The bakery question", questions },
    ]);
  });

  test("takes back a new deadline when it has closed in between", async () => {
    let hasClosed = false;
    await openAsOwner(`/create?edit=${circle.id}&step=4`, {
      ...server,
      [`GET ${address}`]: () => {
        const status = hasClosed ? ("completed" as const) : ("active" as const);
        return { body: { circle: { ...anonymous, is_fixed: true, status } } };
      },
      [`PUT ${address}`]: () => {
        hasClosed = true;
        const { status, body } = refused(409, "circle_final", "The closing is final.");
        return { status, body: { ...body, path: ["deadline"] } };
      },
    });
    fireEvent.input(await screen.findByLabelText(/^Response deadline/), {
      target: { value: addDays(dayIn("UTC", new Date()), 30) },
    });
    await click("Update Paraline");
    await screen.findByText("The closing is final.");
    await waitFor(() => expect(screen.queryByLabelText(/^Response deadline/)).toBeNull());
  });
});
