import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Question } from "#contract/circles/questions.ts";
import type { InviteCard } from "#contract/invites/invite-cards.ts";
import { readDraft, saveDraft } from "#web/features/feedback/draft.ts";
import { deleteDraft } from "#web/features/feedback/sent-draft.ts";
import { InviteePage, needsLazyComponents } from "./invitee-page.tsx";
import type { InviteePageModel } from "./invitee-page-model.ts";
import { lazyComponents } from "./lazy-components.ts";

const inviteToken = "k3Jd8sLq0ZpXv7Ym2RtB5nWcH1aEoU9f";
const questions: Question[] = [
  { id: 1, label: "What do you see?", type: "textarea" },
  {
    id: 2,
    label: "How well does it fit?",
    type: "rating",
    rating_labels: { low: "Poor fit", middle: "Neutral", high: "Great fit" },
  },
  { id: 5, label: "What would you do?", type: "textarea" },
];
const receipt = {
  code: "apple-river-window-green",
  owner_name: "Maya",
  deadline: "2024-12-15",
  progress: { responses_count: 3, invites_count: 5 },
};

type OpenModel = Extract<InviteePageModel, { kind: "open" }>;

const cardModel = (card: InviteCard) => ({
  kind: "card" as const,
  card,
  invite_token: inviteToken,
  insights: "local" as const,
  consented_processor: "here",
});
const openModel = (changes: { is_anonymous?: boolean } = {}): OpenModel => ({
  kind: "open",
  invite_token: inviteToken,
  submission_key: "5f1c7a52-6f0e-4d0b-9a53-0d4c8f9f7e21",
  insights: "local",
  consented_processor: "here",
  refused: undefined,
  view: {
    is_further: false,
    circle: {
      title: "The bakery question",
      description: "A lease.",
      what_they_ask: "Tell me.",
      language: "en",
      is_anonymous: changes.is_anonymous ?? false,
      deadline: null,
      cover_image_url: null,
      questions,
    },
    owner_name: "Maya",
    people_count: 5,
  },
});

const calls = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
let root: Root | undefined;

beforeEach(() => {
  history.replaceState(null, "", `/invite?token=${inviteToken}`);
  calls.mockReset();
  vi.stubGlobal("fetch", calls);
  vi.stubGlobal("scrollTo", () => {});
  Element.prototype.scrollIntoView = () => {};
});

afterEach(() => {
  act(() => root?.unmount());
});

const answer = (status: number, body: unknown) => Response.json(body, { status });
const refused = (status: number, code: string, message: string) =>
  answer(status, { code, message, request_id: "1" });
const loading: InviteePageModel = {
  kind: "loading",
  insights: "local",
  consented_processor: "here",
};

/** The accessible description of an element, which is read out after its name. */
function readDescription(element: Element): string {
  const ids = element.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(" ");
}

/** The document as the server sends it; `hydrate` adds the script. */
function serve(model: InviteePageModel) {
  document.body.innerHTML = `<div id="root">${renderToString(createPage(model))}</div>`;
}

function createPage(model: InviteePageModel) {
  const shown = needsLazyComponents(model) ? lazyComponents : undefined;
  return <InviteePage model={model} lazy={shown} loadLazy={async () => lazyComponents} />;
}

async function hydrate(model: InviteePageModel) {
  const container = document.getElementById("root");
  if (container === null) throw new Error("nothing was served");
  await act(async () => {
    root = hydrateRoot(container, createPage(model));
  });
}

async function arrive(model: InviteePageModel) {
  serve(model);
  await hydrate(model);
}

/** Undoes "I'd rather not"; the questions are fetched again. */
async function answerAfterAll() {
  calls.mockResolvedValueOnce(answer(200, { status: "pending" }));
  calls.mockResolvedValueOnce(answer(200, openModel().view));
  await userEvent.click(screen.getByRole("button", { name: "Answer after all" }));
}

const next = () => userEvent.click(screen.getByRole("button", { name: "Next" }));
const submit = () => userEvent.click(screen.getByRole("button", { name: "Submit Reflections" }));
const firstAnswer = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: /do you see/ });
const lastAnswer = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: /would you do/ });
const back = () => userEvent.click(screen.getByRole("button", { name: "Back" }));
const written = () =>
  screen.queryByRole("heading", { name: "What you have written" })?.closest("section")?.textContent;
const sentBody = (call = 0) => JSON.parse(String(calls.mock.calls[call]?.[1].body));

describe("answering", () => {
  it("reads the number of a question out with the question, and nowhere else", async () => {
    await arrive(openModel());
    const heading = screen.getByRole("heading", { name: "Question 1 of 3 What do you see?" });
    expect(screen.getByText("Question 1 of 3").closest("[aria-hidden=true]")).not.toBeNull();
    expect(screen.getByRole("progressbar").getAttribute("aria-valuetext")).toBeNull();
    // WebKit leaves a label out of the name that refers to it.
    const parts = heading.getAttribute("aria-labelledby")?.split(" ") ?? [];
    expect(parts.map((id) => document.getElementById(id)?.localName)).toEqual(["span", "span"]);
  });

  it("shows one question at a time, with title, progress and focus", async () => {
    await arrive(openModel());
    expect(document.title).toBe("Question 1 of 3 · Paraline");
    expect(screen.getByText("33%")).toBeTruthy();
    const card = screen.getByRole("region", { name: "About this paraline" });
    expect(screen.getByRole("button", { name: "Back" }).getAttribute("aria-disabled")).toBe("true");
    await next();
    expect(document.title).toBe("Question 2 of 3 · Paraline");
    // The line grows from where it was.
    expect((await screen.findByText("67%")).closest("[hidden]")).toBeNull();
    expect(card.closest("[hidden]")).not.toBeNull();
    expect(document.activeElement).toBe(
      screen.getByRole("heading", { name: "Question 2 of 3 How well does it fit?" }),
    );
    for (const name of ["1, Poor fit", "3, Neutral", "5, Great fit"]) {
      expect(screen.getByRole("radio", { name })).toBeTruthy();
    }
    await userEvent.click(screen.getByRole("radio", { name: "4" }));
    expect(document.title).toBe("Question 2 of 3 · Paraline");
    await next();
    expect(screen.queryByRole("button", { name: "Next" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Back" }));
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "4" }).checked).toBe(true);
    expect(calls).not.toHaveBeenCalled();
  });

  it("keeps what was typed before the script loaded, and restores it after a reload", async () => {
    serve(openModel());
    firstAnswer().value = "Typed early";
    await hydrate(openModel());
    expect(firstAnswer().value).toBe("Typed early");
    await next();
    await userEvent.click(screen.getByRole("button", { name: "Back" }));
    expect(firstAnswer().value).toBe("Typed early");

    act(() => root?.unmount());
    await arrive(openModel());
    expect(firstAnswer().value).toBe("Typed early");
  });

  it("says first who asks for what, how long it takes and who will read it", async () => {
    await arrive(openModel());
    const card = within(screen.getByRole("region", { name: "About this paraline" }));
    expect(card.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual([
      "The bakery question",
      "What they're exploring",
      "What they're asking from you",
      "Who reads it",
    ]);
    for (const words of ["From Maya", "A lease.", "Tell me."]) card.getByText(words);
    card.getByText("This will take about 3-5 minutes");
    const readers = card.getByText("Only Maya, with your first name beside it.");
    const more = card.getByText(/^5 people were asked\./);
    expect(readers.closest("details")?.open).toBe(false);
    expect(readers.closest("details")).toBe(more.closest("details"));
  });

  it("asks one further question on one screen: who asks about what, who reads it, the field, and nothing else", async () => {
    const { view, ...model } = openModel({ is_anonymous: true });
    const circle = { ...view.circle, deadline: "2024-12-15", questions: questions.slice(0, 1) };
    await arrive({ ...model, view: { ...view, circle, is_further: true } });
    const card = within(screen.getByRole("region", { name: "About this paraline" }));
    expect(card.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual([
      "The bakery question",
      "Who reads it",
    ]);
    card.getByText("Maya has one more question");
    card.getByText(/^Only Maya, without names, sealed until Dec 15/);
    expect(
      screen.getByRole("heading", { name: "Maya has one more question What do you see?" }),
    ).toBeTruthy();
    expect(screen.queryByRole("progressbar")).toBeNull();
    expect(screen.getAllByRole("textbox")).toEqual([firstAnswer()]);
    expect(screen.getByRole("checkbox", { name: /^Leave mine out of insights/ })).toBeTruthy();
    expect(screen.getAllByRole("button")).toEqual([
      screen.getByRole("button", { name: "I'd rather not" }),
      screen.getByRole("button", { name: "Send" }),
    ]);

    await userEvent.type(firstAnswer(), "A door.");
    calls.mockResolvedValueOnce(answer(201, { ...receipt, progress: null }));
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(await screen.findByText("Your reflections are on their way to Maya.")).toBeTruthy();
    expect(sentBody()).toMatchObject({ answers: { 1: "A door." }, use_in_insights: true });
  });

  it("does not continue while a word is being composed", async () => {
    await arrive(openModel());
    fireEvent.keyDown(firstAnswer(), { key: "Enter", ctrlKey: true, isComposing: true });
    expect(document.title).toBe("Question 1 of 3 · Paraline");
  });

  it("keeps the token in the address if the browser stores nothing, and the words while the page is open", async () => {
    const refuse = () => {
      throw new Error("storage is off");
    };
    const spies = (["getItem", "setItem", "removeItem"] as const).map((method) =>
      vi.spyOn(Storage.prototype, method).mockImplementation(refuse),
    );
    await arrive(openModel());
    await userEvent.type(firstAnswer(), "A door.");
    await next();
    expect(location.pathname + location.search).toBe(`/invite?token=${inviteToken}`);
    await next();
    calls.mockResolvedValueOnce(refused(409, "circle_closed", "closed"));
    await submit();
    await waitFor(() => expect(written()).toContain("A door."));
    for (const spy of spies) spy.mockRestore();
    deleteDraft(inviteToken);
  });

  it("removes the token from the address and keeps it for this tab", async () => {
    await arrive(openModel());
    expect(location.pathname + location.search).toBe("/feedback");
    expect(sessionStorage.getItem("invite_token")).toBe(inviteToken);
  });

  it("continues with Ctrl or Cmd and Enter, not with Enter alone", async () => {
    await arrive(openModel());
    fireEvent.keyDown(firstAnswer(), { key: "Enter" });
    expect(document.title).toBe("Question 1 of 3 · Paraline");
    fireEvent.keyDown(firstAnswer(), { key: "Enter", metaKey: true });
    expect(document.title).toBe("Question 2 of 3 · Paraline");
    const rating = screen.getByRole("radio", { name: "4" });
    fireEvent.keyDown(rating, { key: "Enter" });
    expect(document.title).toBe("Question 2 of 3 · Paraline");
    fireEvent.keyDown(rating, { key: "Enter", ctrlKey: true });
    expect(document.title).toBe("Question 3 of 3 · Paraline");
    calls.mockResolvedValue(answer(201, receipt));
    await userEvent.type(lastAnswer(), "A door.");
    fireEvent.keyDown(lastAnswer(), { key: "Enter", ctrlKey: true });
    await screen.findByRole("heading", { name: "Thank you" });
  });
});

async function fillAndSubmit() {
  await userEvent.type(firstAnswer(), "A door.");
  await next();
  await userEvent.click(screen.getByRole("radio", { name: "4" }));
  await next();
  await userEvent.type(screen.getByRole("textbox", { name: /encouragement/ }), "Keep on.");
  await submit();
}

describe("submitting", () => {
  it("submits once, thanks with real values, and keeps nothing but a receipt", async () => {
    calls.mockResolvedValue(answer(201, receipt));
    await arrive(openModel());
    await fillAndSubmit();
    await screen.findByRole("heading", { name: "Thank you" });

    const [url, init] = calls.mock.calls[0] ?? [];
    expect(url).toBe("/api/feedback");
    expect(new Headers(init?.headers).get("X-Invite-Token")).toBe(inviteToken);
    expect(sentBody()).toMatchObject({
      answers: { 1: "A door.", 2: 4 },
      encouragement: "Keep on.",
      use_in_insights: true,
      consented_processor: "here",
    });
    expect(screen.getByText("Feedback submitted successfully!")).toBeTruthy();
    expect(screen.getByText(/on their way to Maya/)).toBeTruthy();
    expect(screen.getByText("December 15, 2024")).toBeTruthy();
    expect(screen.getByText("3 of 5 perspectives")).toBeTruthy();
    expect(location.pathname).toBe("/thank-you");
    expect(localStorage.length).toBe(0);
    expect(sessionStorage.getItem("invite_token")).toBeNull();
    expect(JSON.stringify({ ...sessionStorage })).not.toContain("A door.");
    const start = screen.getByRole("link", { name: "Start your own Paraline" });
    expect(start.getAttribute("href")).toBe("/auth?mode=signup");

    // A reload in the same tab shows the same.
    act(() => root?.unmount());
    await arrive({ kind: "thank_you" });
    expect(screen.getByText("3 of 5 perspectives")).toBeTruthy();
    const details = screen.getByText("Keep a way back").closest("details");
    expect(details?.open).toBe(false);
    expect(screen.getByText("apple river window green")).toBeTruthy();
    const wayBack = screen.getByRole("link", { name: /\/invite\?token=/, hidden: true });
    expect(wayBack.getAttribute("href")).toBe(
      `${location.origin}/invite?token=${inviteToken}#apple-river-window-green`,
    );
    expect(calls).toHaveBeenCalledOnce();

    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValueOnce(new Error("not allowed"));
    await user.click(screen.getByText("Keep a way back"));
    await user.click(screen.getByRole("button", { name: "Copy" }));
    await screen.findByText(/Your browser doesn't allow this/);
    expect(getSelection()?.toString()).toContain("apple river window green");
  });

  it("sends the processor that this page named, whatever the page named when the draft was started", async () => {
    calls.mockRejectedValueOnce(new TypeError("offline"));
    await arrive(openModel());
    await fillAndSubmit();
    await screen.findByText("Failed to submit feedback. Please try again.");
    screen.getByText(/still here\. It's safe to submit again\./);
    expect(sentBody()).toMatchObject({ consented_processor: "here" });

    act(() => root?.unmount());
    calls.mockReset();
    calls.mockResolvedValue(answer(201, receipt));
    await arrive({ ...openModel(), consented_processor: "by OpenAI" });
    await submit();
    await screen.findByRole("heading", { name: "Thank you" });
    expect(sentBody()).toMatchObject({
      answers: { 1: "A door." },
      consented_processor: "by OpenAI",
    });
  });

  it("refuses an empty form with its message, at the first question, without a request", async () => {
    await arrive(openModel());
    await next();
    await next();
    await submit();
    expect(document.title).toBe("Question 1 of 3 · Paraline");
    const said = screen.getAllByText("Please answer at least one question.");
    expect(said).toHaveLength(2);
    expect(document.activeElement).toBe(firstAnswer());
    expect(firstAnswer().getAttribute("aria-invalid")).toBe("true");
    // It is read out once, with its question, as the description of the focused element.
    expect(readDescription(firstAnswer())).toMatch(
      /Question 1 of 3 Please answer at least one question\.$/,
    );
    expect(screen.queryByRole("alert")).toBeNull();
    expect(calls).not.toHaveBeenCalled();

    await userEvent.type(firstAnswer(), "A door.");
    await waitFor(() =>
      expect(screen.queryByText("Please answer at least one question.")).toBeNull(),
    );
  });

  it("goes to the question whose answer is too long", async () => {
    await arrive(openModel());
    fireEvent.input(firstAnswer(), { target: { value: "a".repeat(2001) } });
    expect(screen.getByText("2,001 of 2,000 characters", { selector: ".count" })).toBeTruthy();
    await next();
    await next();
    await submit();
    expect(screen.getAllByText("Answer must be less than 2000 characters")).toHaveLength(2);
    expect(document.title).toBe("Question 1 of 3 · Paraline");
    expect(document.activeElement).toBe(firstAnswer());
    expect(firstAnswer().getAttribute("aria-invalid")).toBe("true");
    expect(firstAnswer().value).toHaveLength(2001);
  });

  it("accepts exactly the limits, and goes to a note that is too long", async () => {
    calls.mockResolvedValue(answer(201, receipt));
    await arrive(openModel());
    fireEvent.input(firstAnswer(), { target: { value: "a".repeat(2000) } });
    await next();
    await next();
    const note = screen.getByRole("textbox", { name: /encouragement/ });
    fireEvent.input(note, { target: { value: "b".repeat(1001) } });
    await submit();
    expect(screen.getAllByText("Encouragement must be less than 1000 characters")).toHaveLength(2);
    expect(document.activeElement).toBe(note);
    fireEvent.input(note, { target: { value: "b".repeat(1000) } });
    await submit();
    await screen.findByRole("heading", { name: "Thank you" });
  });

  it("offers no choice about insights if there are none", async () => {
    await arrive({ ...openModel(), insights: "off", consented_processor: null });
    expect(screen.queryByText(/^Insights, made on this server only, may use/)).toBeNull();
    await next();
    await next();
    screen.getByRole("button", { name: "Submit Reflections" });
    expect(screen.queryByRole("checkbox", { name: /Leave mine out of insights/ })).toBeNull();
  });

  it("keeps everything when there is no network, and sends the same submission again", async () => {
    calls.mockRejectedValueOnce(new TypeError("offline"));
    calls.mockResolvedValueOnce(answer(201, receipt));
    await arrive(openModel());
    await fillAndSubmit();
    await screen.findByText("Failed to submit feedback. Please try again.");
    await submit();
    await screen.findByRole("heading", { name: "Thank you" });
    expect(sentBody(1)).toEqual(sentBody(0));
  });

  it("a submission that was stored without a reply is recognized, and what was added since is shown to be copied", async () => {
    const user = userEvent.setup();
    calls.mockRejectedValueOnce(new TypeError("the reply was lost"));
    await arrive(openModel());
    await fillAndSubmit();
    await screen.findByText("Failed to submit feedback. Please try again.");
    await user.type(lastAnswer(), "More.");
    calls.mockResolvedValueOnce(refused(409, "invite_completed", "used"));
    await submit();
    await screen.findByRole("heading", { name: "You've already shared your reflections" });
    expect(screen.queryByText("Failed to submit feedback. Please try again.")).toBeNull();
    expect(sentBody(1).submission_key).not.toBe(sentBody(0).submission_key);
    await waitFor(() => expect(written()).toContain("This version was not sent."));
    for (const text of ["A door.", "More.", "Keep on."]) expect(written()).toContain(text);
    expect(readDraft(inviteToken)?.fields).toMatchObject({ "answer-5": "More." });

    await user.click(screen.getByRole("button", { name: "Copy" }));
    await screen.findByText("Copied!");
    expect(await navigator.clipboard.readText()).toBe("A door.\n\n4\n\nMore.\n\nKeep on.");

    // The link says the same when it is opened once more.
    act(() => root?.unmount());
    calls.mockReset();
    await arrive(cardModel("completed"));
    await waitFor(() => expect(written()).toContain("More."));
    expect(calls).not.toHaveBeenCalled();
  });

  it("posts the form itself if only its call is blocked, after two failures", async () => {
    let form = new FormData();
    const post = vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(function (
      this: HTMLFormElement,
    ) {
      form = new FormData(this);
    });
    calls.mockImplementation(async (url) => {
      if (url === "/api/feedback") throw new TypeError("blocked");
      return new Response();
    });
    await arrive(openModel());
    await fillAndSubmit();
    await screen.findByText("Failed to submit feedback. Please try again.");
    expect(post).not.toHaveBeenCalled();
    await submit();
    await waitFor(() => expect(post).toHaveBeenCalledOnce());
    expect(form.get("submission_key")).toBe(sentBody().submission_key);
    expect(form.get("answer-1")).toBe("A door.");
    expect(readDraft(inviteToken)?.submission_key).toBe(sentBody().submission_key);

    // Without a network the page stays.
    act(() => root?.unmount());
    post.mockClear();
    calls.mockRejectedValue(new TypeError("offline"));
    await arrive(openModel());
    for (let times = 0; times < 3; times++) {
      await submit();
      await screen.findByText(/safe to submit again/);
    }
    expect(post).not.toHaveBeenCalled();
    post.mockRestore();
  });

  it("submitting with two clicks sends once", async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    calls.mockReturnValue(promise);
    await arrive(openModel());
    await fillAndSubmit();
    await userEvent.click(screen.getByRole("button", { name: "Submitting..." }));
    resolve(answer(201, receipt));
    await screen.findByRole("heading", { name: "Thank you" });
    expect(calls).toHaveBeenCalledOnce();
  });

  it("twice in one task sends once", async () => {
    calls.mockResolvedValue(answer(201, receipt));
    await arrive(openModel());
    await userEvent.type(firstAnswer(), "A door.");
    const form = firstAnswer().closest("form") as HTMLFormElement;
    act(() => {
      for (let times = 0; times < 2; times++) {
        form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
      }
    });
    await screen.findByRole("heading", { name: "Thank you" });
    expect(calls).toHaveBeenCalledOnce();
  });
});

describe("an anonymous paraline", () => {
  it("says when its answers are shown and what could still give somebody away", async () => {
    calls.mockResolvedValue(answer(201, { ...receipt, progress: null }));
    await arrive(openModel({ is_anonymous: true }));
    await userEvent.click(
      screen.getByText("Only Maya, without names, sealed until this paraline closes."),
    );
    const details = screen.getByText("What could still give you away").closest("details");
    expect([...(details?.querySelectorAll("li") ?? [])].map((item) => item.textContent)).toEqual([
      "If fewer than 3 people answer, nothing is shown and all is deleted.",
      "5 people were asked.",
      "Insights, made on this server only, may use your answers. You can opt out at the end.",
      "Your wording.",
      "Maya could answer too, and knows those answers. If only one other person answers, that is you.",
      "Whoever runs this server could connect an answer to you.",
    ]);
    await userEvent.type(firstAnswer(), "I say this as your sister.");
    await screen.findByText(/“as your sister” may reveal who you are/);
    expect(calls).not.toHaveBeenCalled();
    await next();
    await next();
    const choice = screen.getByRole("checkbox", { name: /Leave mine out of insights/ });
    screen.getByText("Your answers can still be read by Maya.");
    await userEvent.click(choice);
    await submit();
    await screen.findByRole("heading", { name: "Thank you" });
    expect(sentBody()).toMatchObject({ use_in_insights: false });
    screen.getByText("Sealed until");
    expect(screen.queryByText(/perspectives/)).toBeNull();
  });
});

describe("I'd rather not", () => {
  it("declines, and returning leads to the questions", async () => {
    calls.mockResolvedValueOnce(answer(200, { status: "declined" }));
    await arrive(openModel());
    await userEvent.click(screen.getByRole("button", { name: "I'd rather not" }));
    await screen.findByRole("heading", { name: "You chose not to answer" });
    expect(calls.mock.calls[0]?.[0]).toBe("/api/invite/decline");
    // The drawing of a sent envelope is not shown, because nothing was sent.
    expect(document.querySelector(".envelope-seal")).toBeNull();

    await answerAfterAll();
    await waitFor(() => expect(document.title).toBe("Question 1 of 3 · Paraline"));
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
    expect(document.activeElement?.textContent).toBe("The bakery question");
  });

  it("can be undone on a link that was opened as declined, and the page still knows about insights", async () => {
    await arrive(cardModel("declined"));
    await answerAfterAll();
    await screen.findByText(/^Insights, made on this server only, may use/);
    expect(document.querySelector<HTMLInputElement>('[name="consented_processor"]')?.value).toBe(
      "here",
    );
  });
});

describe("a draft", () => {
  const draft = { fields: { "answer-1": "A door.", encouragement: "Keep on." } };
  const sent = { ...draft, submission_key: "5f1c7a52-6f0e-4d0b-9a53-0d4c8f9f7e21" };

  it.each([
    ["completed", "This version was not sent."],
    ["declined", "This was not sent."],
    ["closed", "This was not sent."],
    ["full", "This was not sent."],
    ["turned_off", "This was not sent."],
    ["invalid", "This was not sent."],
  ] as const)("is shown to be copied, and stays, if the link is %s", async (card, sentence) => {
    saveDraft(inviteToken, draft);
    await arrive(cardModel(card));
    await waitFor(() =>
      expect(written()).toBe(`What you have written${sentence}A door.Keep on.Copy`),
    );
    expect(readDraft(inviteToken)).toBeDefined();
    expect(calls).not.toHaveBeenCalled();
  });

  it("stays when the link is unavailable, which is temporary", async () => {
    saveDraft(inviteToken, draft);
    await arrive(cardModel("unavailable"));
    expect(readDraft(inviteToken)).toEqual(draft);
    expect(written()).toBeUndefined();
  });

  it.each([
    ["deleted if it is what is stored", () => answer(201, receipt), undefined, undefined],
    ["shown if it is not", () => refused(409, "invite_completed", "used"), draft, "A door."],
    [
      "kept if that can't be found out",
      () => refused(503, "unavailable", "later"),
      sent,
      undefined,
    ],
  ])("a draft whose submission got no reply is %s", async (_, reply, left, shown) => {
    saveDraft(inviteToken, sent);
    saveDraft("another-link", draft);
    calls.mockResolvedValue(reply());
    await arrive(cardModel("completed"));
    await waitFor(() => expect(readDraft(inviteToken)).toEqual(left));
    expect(sentBody()).toMatchObject({
      submission_key: sent.submission_key,
      answers: { 1: "A door." },
      encouragement: "Keep on.",
    });
    await waitFor(() => {
      if (shown) expect(written()).toContain(shown);
      else expect(written()).toBeUndefined();
    });
    expect(readDraft("another-link")).toEqual(draft);
  });

  it("stays if another tab has changed it while it was sent", async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    calls.mockReturnValue(promise);
    await arrive(openModel());
    await fillAndSubmit();
    const added = { ...readDraft(inviteToken)?.fields, "answer-5": "More." };
    saveDraft(inviteToken, { fields: added });
    resolve(answer(201, receipt));
    await screen.findByRole("heading", { name: "Thank you" });
    expect(readDraft(inviteToken)?.fields).toEqual(added);
  });

  it("a draft of a link that was used keeps no token in the tab", async () => {
    sessionStorage.setItem("invite_token", inviteToken);
    await arrive(cardModel("completed"));
    expect(sessionStorage.getItem("invite_token")).toBeNull();
  });

  it("is shown when a reload finds that another device has answered", async () => {
    sessionStorage.setItem("invite_token", inviteToken);
    saveDraft(inviteToken, draft);
    calls.mockResolvedValue(refused(409, "invite_completed", "used"));
    await arrive(loading);
    await screen.findByRole("heading", { name: "You've already shared your reflections" });
    await waitFor(() => expect(written()).toContain("A door."));
  });

  it("is shown beside the shared link if the open link was turned off", async () => {
    const joined = `ASNFZ4mrze8BI0VniavN7w${"x".repeat(60)}`;
    saveDraft(joined, draft);
    const begins: InviteePageModel[] = [
      loading,
      { ...cardModel("turned_off"), invite_token: joined },
    ];
    for (const model of begins) {
      sessionStorage.setItem("invite_token", joined);
      calls.mockResolvedValue(refused(410, "link_turned_off", "off"));
      await arrive(model);
      await screen.findByText(/The shared link was turned off after you opened it/);
      await waitFor(() => expect(written()).toContain("A door."));
      const link = screen.getByRole("link", { name: "Open the shared link" });
      expect(link.getAttribute("href")).toBe(
        "/feedback?circle=01234567-89ab-cdef-0123-456789abcdef",
      );
      act(() => root?.unmount());
    }
  });

  it.each([
    ["invite_completed", "You've already shared your reflections"],
    ["invite_declined", "You chose not to answer"],
    ["invite_invalid", "Link Invalid"],
    ["circle_closed", "Link Invalid"],
    ["link_full", "Link Invalid"],
    ["link_turned_off", "Link Invalid"],
  ])("is shown to be copied, and stays, when submitting finds %s", async (code, heading) => {
    await arrive(openModel());
    await userEvent.type(firstAnswer(), "A door.");
    await next();
    await next();
    calls.mockResolvedValueOnce(refused(410, code, "refused"));
    await submit();
    await screen.findByRole("heading", { name: heading });
    await waitFor(() => expect(written()).toContain("A door."));
    expect(readDraft(inviteToken)?.fields["answer-1"]).toBe("A door.");
    expect(calls).toHaveBeenCalledOnce();
  });

  it.each(["on this page", "elsewhere, before it was sent"])(
    'is back after "Answer after all" if the link was declined %s',
    async (where) => {
      await arrive(openModel());
      await userEvent.type(firstAnswer(), "A door.");
      if (where === "on this page") {
        calls.mockResolvedValueOnce(answer(200, { status: "declined" }));
        await userEvent.click(screen.getByRole("button", { name: "I'd rather not" }));
      } else {
        await next();
        await next();
        calls.mockResolvedValueOnce(refused(409, "invite_declined", "refused"));
        await submit();
      }
      await screen.findByRole("heading", { name: "You chose not to answer" });
      await answerAfterAll();
      await screen.findByRole("button", { name: /Submit Reflections|Next/ });
      expect(document.querySelector<HTMLTextAreaElement>("#q1 textarea")?.value).toBe("A door.");
    },
  );

  it("posted without scripts is shown as the server sent it", async () => {
    await arrive({ ...cardModel("closed"), unsent: ["A door.", "Keep on."] });
    expect(written()).toBe("What you have writtenThis was not sent.A door.Keep on.Copy");
    expect(calls).not.toHaveBeenCalled();
  });
});

describe("two tabs with one link", () => {
  /** What another tab stores, and the event that this one gets. */
  function changeElsewhere(changes: Record<string, string> | undefined) {
    const [key = ""] = Object.keys(localStorage).filter((name) => name.includes("draft"));
    if (changes === undefined) localStorage.removeItem(key);
    else {
      const before = readDraft(inviteToken);
      saveDraft(inviteToken, { ...before, fields: { ...before?.fields, ...changes } });
    }
    const newValue = localStorage.getItem(key);
    act(() => void window.dispatchEvent(new StorageEvent("storage", { key, newValue })));
  }

  it("keep what is written in either, each field as it was written last", async () => {
    await arrive(openModel());
    await userEvent.type(firstAnswer(), "First tab.");
    changeElsewhere({ "answer-2": "4", "answer-5": "Second tab.", leave_out: "yes" });
    await next();
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "4" }).checked).toBe(true);
    await next();
    expect(lastAnswer().value).toBe("Second tab.");
    changeElsewhere({ "answer-5": "Second tab, later.", leave_out: "" });
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /insights/ }).checked).toBe(
      false,
    );
    await userEvent.type(screen.getByRole("textbox", { name: /encouragement/ }), "Go.");
    expect(readDraft(inviteToken)?.fields).toMatchObject({
      "answer-1": "First tab.",
      "answer-2": "4",
      "answer-5": "Second tab, later.",
      encouragement: "Go.",
    });
  });

  it("overwrite nothing that the other has written and this one has not taken over yet", async () => {
    await arrive(openModel());
    await userEvent.type(firstAnswer(), "First");
    saveDraft(inviteToken, { fields: { "answer-1": "First", "answer-5": "Second tab." } });
    await userEvent.type(firstAnswer(), " tab.");
    expect(readDraft(inviteToken)?.fields).toMatchObject({
      "answer-1": "First tab.",
      "answer-5": "Second tab.",
    });
  });

  it("both show that the link is used once one of them has sent the answers", async () => {
    await arrive(openModel());
    await userEvent.type(firstAnswer(), "A door.");
    calls.mockResolvedValueOnce(refused(409, "invite_completed", "used"));
    changeElsewhere(undefined);
    await screen.findByRole("heading", { name: "You've already shared your reflections" });
    expect(written()).toBeUndefined();
  });
});

describe("the place where a person was", () => {
  const isAt = (number: number) =>
    waitFor(() => expect(document.title).toBe(`Question ${number} of 3 · Paraline`));

  it("is the question before, on the browser's Back", async () => {
    await arrive(openModel());
    await next();
    await next();
    expect(location.pathname + location.hash).toBe("/feedback#q3");
    history.back();
    await isAt(2);
    expect(document.activeElement?.textContent).toBe("How well does it fit?");
    history.back();
    await isAt(1);
    history.forward();
    await isAt(2);
    await back();
    await isAt(1);
  });

  it("is the same question after a reload, and when the link is opened again", async () => {
    await arrive(openModel());
    await userEvent.type(firstAnswer(), "A door.");
    await next();
    await next();
    act(() => root?.unmount());
    calls.mockResolvedValue(answer(200, openModel().view));
    await arrive(loading);
    await isAt(3);

    act(() => root?.unmount());
    history.replaceState(null, "", `/invite?token=${inviteToken}`);
    await arrive(openModel());
    await isAt(3);
    expect(location.pathname + location.search + location.hash).toBe("/feedback#q3");
  });

  it("is not kept by opening a link only", async () => {
    await arrive(openModel());
    expect(localStorage.length).toBe(0);
  });
});

describe("opened directly", () => {
  it("the thank-you page says thank you, with one button, and makes no call", async () => {
    await arrive({ kind: "thank_you" });
    expect(screen.getByRole("main").textContent).toBe("Thank youStart your own Paraline");
    expect(calls).not.toHaveBeenCalled();
  });
});

describe("a page that the browser shows again on Back", () => {
  const showAgain = () =>
    act(async () => {
      window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
    });

  it.each([
    ["invite_completed", 409, "You've already shared your reflections"],
    ["invite_declined", 409, "You chose not to answer"],
    ["circle_closed", 409, "Link Invalid"],
    ["invite_invalid", 404, "Link Invalid"],
  ])("shows no open form after %s", async (code, status, heading) => {
    await arrive(openModel());
    calls.mockResolvedValue(refused(status, code, "refused"));
    await showAgain();
    await screen.findByRole("heading", { name: heading });
  });

  it("shows the questions as they are now, and what another tab wrote", async () => {
    await arrive(openModel());
    await userEvent.type(firstAnswer(), "A door.");
    saveDraft(inviteToken, { fields: { "answer-1": "A door.", "answer-5": "Elsewhere." } });
    const { view } = openModel();
    const [first, ...others] = questions as [Question, ...Question[]];
    const now = [{ ...first, label: "What do you see in me?" }, ...others];
    calls.mockResolvedValue(answer(200, { ...view, circle: { ...view.circle, questions: now } }));
    await showAgain();
    await screen.findByRole("heading", { name: "Question 1 of 3 What do you see in me?" });
    expect(firstAnswer().value).toBe("A door.");
    await next();
    await next();
    expect(lastAnswer().value).toBe("Elsewhere.");
  });

  it("shows the questions if a declined link was opened again", async () => {
    await arrive(cardModel("declined"));
    calls.mockResolvedValue(answer(200, openModel().view));
    await showAgain();
    await screen.findByRole("heading", { name: "Question 1 of 3 What do you see?" });
  });

  it("stays as it was until then, even when the server cannot be reached", async () => {
    await arrive(openModel());
    await userEvent.type(firstAnswer(), "A door.");
    calls.mockRejectedValueOnce(new TypeError("offline"));
    await showAgain();
    calls.mockResolvedValue(answer(200, openModel().view));
    await showAgain();
    await waitFor(() => expect(calls).toHaveBeenCalledTimes(2));
    expect((firstAnswer() as HTMLTextAreaElement).value).toBe("A door.");
  });
});

describe("a reload of /feedback", () => {
  it("loads the questions with the token of the tab", async () => {
    sessionStorage.setItem("invite_token", inviteToken);
    calls.mockResolvedValue(answer(200, openModel().view));
    await arrive(loading);
    await screen.findByRole("heading", { name: "Question 1 of 3 What do you see?" });
  });

  it("a reload of /feedback without a token asks to open the link again, and calls nothing invalid", async () => {
    await arrive(loading);
    screen.getByRole("heading", { name: "Open the link in your email again" });
    expect(document.title).toBe("Open your link again · Paraline");
    expect(screen.queryByText(/invalid/i)).toBeNull();
  });

  it("in a tab that has sent the answers says that they are shared", async () => {
    sessionStorage.setItem("paraline.receipt", JSON.stringify(receipt));
    await arrive(loading);
    expect(
      screen.getByRole("heading", { name: "You've already shared your reflections" }),
    ).toBeTruthy();
  });

  it("takes the code of a receipt out of the address into the form that asks for it", async () => {
    history.replaceState(null, "", `/invite?token=${inviteToken}#apple-river-window-green`);
    const { insights, consented_processor } = openModel();
    const card = { kind: "card", card: "completed", invite_token: inviteToken } as const;
    const further = { address: "/invite?token=other", owner_name: "Maya" };
    await arrive({ ...card, insights, consented_processor, takes_code: true, further });
    const field = screen.getByLabelText<HTMLInputElement>("Code");
    expect(field.value).toBe("apple river window green");
    const link = screen.getByRole<HTMLAnchorElement>("link", { name: /one more question$/ });
    expect(link.getAttribute("href")).toBe(further.address);
    expect(location.href).toBe(`${location.origin}/feedback`);
  });

  it.each([
    ["#q3", ""],
    ["#%D8%AA%D9%81%D8%A7%D8%AD-%D9", "تفاح �"],
  ])("reads %s, which is no whole code, without failing", async (fragment, shown) => {
    history.replaceState(null, "", `/invite?token=${inviteToken}${fragment}`);
    const { insights, consented_processor } = openModel();
    const card = { kind: "card", card: "completed", invite_token: inviteToken } as const;
    await arrive({ ...card, insights, consented_processor, takes_code: true });
    expect(screen.getByLabelText<HTMLInputElement>("Code").value).toBe(shown);
  });

  it("a reload of /feedback of a link that became invalid says so, and removes it", async () => {
    sessionStorage.setItem("invite_token", inviteToken);
    calls.mockResolvedValue(refused(404, "invite_invalid", "unknown"));
    await arrive(loading);
    await screen.findByText("Failed to load paraline. Please check your link.");
    expect(screen.getByText("This feedback link is invalid or has expired.")).toBeTruthy();
    expect(sessionStorage.getItem("invite_token")).toBeNull();
  });
});
