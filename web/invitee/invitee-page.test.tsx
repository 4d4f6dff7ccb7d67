import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Question } from "#contract/circles/questions.ts";
import type { InviteCard } from "#contract/pages.ts";
import { readDraft, saveDraft } from "#web/features/feedback/draft.ts";
import { InviteePage, type InviteePageModel, needsLazyComponents } from "./invitee-page.tsx";
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
  owner_name: "Maya",
  deadline: "2024-12-15",
  responses_count: 3,
  invites_count: 5,
};

type OpenModel = Extract<InviteePageModel, { kind: "open" }>;

const cardModel = (card: InviteCard) => ({
  kind: "card" as const,
  card,
  invite_token: inviteToken,
  insights: "local" as const,
  insights_by: "here",
});
const openModel = (changes: { is_anonymous?: boolean } = {}): OpenModel => ({
  kind: "open",
  invite_token: inviteToken,
  submission_key: "5f1c7a52-6f0e-4d0b-9a53-0d4c8f9f7e21",
  insights: "local",
  insights_by: "here",
  refused: undefined,
  view: {
    circle: {
      title: "The bakery question",
      description: "A lease.",
      what_they_ask: "Tell me.",
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
const loading: InviteePageModel = { kind: "loading", insights: "local", insights_by: "here" };

/** The accessible description of an element, which is read out after its name. */
function descriptionOf(element: Element): string {
  const ids = element.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(" ");
}

/** The document as the server sends it; `hydrate` adds the script. */
function serve(model: InviteePageModel) {
  document.body.innerHTML = `<div id="root">${renderToString(pageOf(model))}</div>`;
}

function pageOf(model: InviteePageModel) {
  const shown = needsLazyComponents(model) ? lazyComponents : undefined;
  return <InviteePage model={model} lazy={shown} loadLazy={async () => lazyComponents} />;
}

async function hydrate(model: InviteePageModel) {
  const container = document.getElementById("root");
  if (container === null) throw new Error("nothing was served");
  await act(async () => {
    root = hydrateRoot(container, pageOf(model));
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
    const readers = card.getByText("Only Maya, with your first name beside it");
    const more = card.getByText(/^5 people were asked\./);
    expect(readers.closest("details")?.open).toBe(false);
    expect(readers.closest("details")).toBe(more.closest("details"));
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
    const last = screen.getByRole("textbox", { name: /would you do/ });
    await userEvent.type(last, "A door.");
    fireEvent.keyDown(last, { key: "Enter", ctrlKey: true });
    await screen.findByRole("heading", { name: "Thank you" });
  });
});

describe("submitting", () => {
  async function fillAndSubmit() {
    await userEvent.type(firstAnswer(), "A door.");
    await next();
    await userEvent.click(screen.getByRole("radio", { name: "4" }));
    await next();
    await userEvent.type(screen.getByRole("textbox", { name: /encouragement/ }), "Keep on.");
    await submit();
  }

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
      insights_by: "here",
      show_if_few: false,
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
    expect(calls).toHaveBeenCalledOnce();
  });

  it("sends the processor that this page named, whatever the page named when the draft was started", async () => {
    calls.mockRejectedValueOnce(new TypeError("offline"));
    await arrive(openModel());
    await fillAndSubmit();
    await screen.findByText("Failed to submit feedback. Please try again.");
    screen.getByText(/still here\. If they did arrive, submitting them again changes nothing/);
    expect(sentBody()).toMatchObject({ insights_by: "here" });

    act(() => root?.unmount());
    calls.mockReset();
    calls.mockResolvedValue(answer(201, receipt));
    await arrive({ ...openModel(), insights_by: "by OpenAI" });
    await next();
    await next();
    await submit();
    await screen.findByRole("heading", { name: "Thank you" });
    expect(sentBody()).toMatchObject({ answers: { 1: "A door." }, insights_by: "by OpenAI" });
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
    expect(descriptionOf(firstAnswer())).toMatch(
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
    await arrive({ ...openModel(), insights: "off", insights_by: null });
    expect(screen.queryByText(/may be used for insights/)).toBeNull();
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

  it.each([
    ["link_full", 409],
    ["link_turned_off", 410],
    ["link_network_exhausted", 429],
  ])(
    "keeps the text on the page if the open link no longer accepts it: %s",
    async (code, status) => {
      calls.mockResolvedValue(refused(status, code, "Not by this link."));
      await arrive(openModel());
      await fillAndSubmit();
      expect(await screen.findAllByText("Not by this link.")).toHaveLength(2);
      expect(firstAnswer().value).not.toBe("");
      expect(readDraft(inviteToken)).toBeDefined();
    },
  );

  it("changed answers is a different submission", async () => {
    calls.mockRejectedValueOnce(new TypeError("offline"));
    calls.mockResolvedValueOnce(refused(409, "invite_completed", "used"));
    await arrive(openModel());
    await fillAndSubmit();
    await screen.findByText("Failed to submit feedback. Please try again.");
    await userEvent.type(screen.getByRole("textbox", { name: /would you do/ }), "More.");
    await submit();
    await screen.findByRole("heading", { name: "You've already shared your reflections" });
    expect(sentBody(1).submission_key).not.toBe(sentBody(0).submission_key);
  });

  it("with two clicks sends once", async () => {
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
  it("says what the owner sees and what remains possible, and holds few answers back by default", async () => {
    calls.mockResolvedValue(answer(201, { ...receipt, responses_count: 0 }));
    await arrive(openModel({ is_anonymous: true }));
    await userEvent.click(screen.getByText(/^Only .*, without names$/));
    const promises = screen.getByText(/three new answers are in/).closest("ul");
    expect(promises?.textContent).toMatch(
      /Nothing is shown until three new answers are in\. You can allow yours to be shown even if fewer come in\.5 people were asked.*wording may give you away\.The person asking could answer too, and then tell which answers are not their own\..*connect an answer to a link/,
    );
    await userEvent.type(firstAnswer(), "I say this as your sister.");
    await screen.findByText(/“as your sister” may reveal who you are/);
    expect(calls).not.toHaveBeenCalled();
    await next();
    await next();
    const choice = screen.getByRole("group", {
      name: "Answers are shown three at a time. If yours is among the last one or two:",
    });
    expect(
      within(choice).getByRole<HTMLInputElement>("radio", { name: /Hold it back/ }).checked,
    ).toBe(true);
    // The arrow keys may choose something behind the buttons at the bottom.
    const scroll = vi.spyOn(Element.prototype, "scrollIntoView");
    const other = within(choice).getByRole("radio", { name: /Show it anyway/ });
    await userEvent.click(other);
    expect(scroll.mock.contexts).toEqual([other]);
    await userEvent.click(screen.getByRole("checkbox", { name: /Leave mine out of insights/ }));
    await submit();
    await screen.findByRole("heading", { name: "Thank you" });
    expect(sentBody()).toMatchObject({ show_if_few: true, use_in_insights: false });
    screen.getByText(/counted together once at least three people have answered/);
    expect(screen.getByText("0 of 5 perspectives")).toBeTruthy();
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
    await screen.findByText(/may be used for insights/);
    expect(document.querySelector<HTMLInputElement>('[name="insights_by"]')?.value).toBe("here");
  });
});

describe("a draft for a link that no longer needs it", () => {
  const typed = { fields: { "answer-1": "A door." } };

  it.each(["completed", "declined"] as const)("is deleted when the link is %s", async (card) => {
    saveDraft(inviteToken, typed);
    saveDraft("another-link", typed);
    await arrive(cardModel(card));
    expect(readDraft(inviteToken)).toBeUndefined();
    expect(readDraft("another-link")).toEqual(typed);
  });

  it.each(["closed", "unavailable", "invalid"] as const)(
    "stays when the link is %s, which may be temporary",
    async (card) => {
      saveDraft(inviteToken, typed);
      await arrive(cardModel(card));
      expect(readDraft(inviteToken)).toEqual(typed);
    },
  );

  it("that was used keeps no token in the tab either", async () => {
    sessionStorage.setItem("invite_token", inviteToken);
    await arrive(cardModel("completed"));
    expect(sessionStorage.getItem("invite_token")).toBeNull();
  });

  it("is deleted when a reload finds that another device has answered", async () => {
    sessionStorage.setItem("invite_token", inviteToken);
    saveDraft(inviteToken, typed);
    calls.mockResolvedValue(refused(409, "invite_completed", "used"));
    await arrive(loading);
    await screen.findByRole("heading", { name: "You've already shared your reflections" });
    expect(localStorage.length).toBe(0);
  });

  it("is shown to be copied if the open link was turned off", async () => {
    const joined = `ASNFZ4mrze8BI0VniavN7w${"x".repeat(60)}`;
    saveDraft(joined, { fields: { "answer-1": "A door.", show_if_few: "no" } });
    const begins: InviteePageModel[] = [
      loading,
      { ...cardModel("turned_off"), invite_token: joined },
    ];
    for (const model of begins) {
      sessionStorage.setItem("invite_token", joined);
      calls.mockResolvedValue(refused(410, "link_turned_off", "off"));
      await arrive(model);
      await screen.findByText(/The shared link was turned off after you opened it/);
      expect(await screen.findByText("A door.")).toBeTruthy();
      expect(screen.queryByText("no")).toBeNull();
      const link = screen.getByRole("link", { name: "Open the shared link" });
      expect(link.getAttribute("href")).toBe(
        "/feedback?circle=01234567-89ab-cdef-0123-456789abcdef",
      );
      act(() => root?.unmount());
    }
  });

  it.each(["closed", "full", "invalid"] as const)(
    "is shown to be copied, and stays, if the link has become %s",
    async (card) => {
      saveDraft(inviteToken, { fields: { "answer-1": "A door.", encouragement: "Keep on." } });
      await arrive(cardModel(card));
      expect(screen.getByText("A door.")).toBeTruthy();
      expect(screen.getByText("Keep on.")).toBeTruthy();
      expect(readDraft(inviteToken)).toBeDefined();
    },
  );

  it.each(["invite_invalid", "circle_closed"])(
    "is shown to be copied, and stays, when submitting finds %s",
    async (code) => {
      await arrive(openModel());
      await userEvent.type(firstAnswer(), "A door.");
      await next();
      await next();
      calls.mockResolvedValue(refused(410, code, "refused"));
      await submit();
      await screen.findByRole("heading", { name: "Link Invalid" });
      expect(await screen.findByText("A door.")).toBeTruthy();
      expect(readDraft(inviteToken)?.fields["answer-1"]).toBe("A door.");
    },
  );

  it('is back after "Answer after all" if the link was declined elsewhere before it was sent', async () => {
    await arrive(openModel());
    await userEvent.type(firstAnswer(), "A door.");
    await next();
    await next();
    calls.mockResolvedValueOnce(refused(409, "invite_declined", "refused"));
    await submit();
    await screen.findByRole("heading", { name: "You chose not to answer" });
    await answerAfterAll();
    await waitFor(() => expect(document.title).toBe("Question 1 of 3 · Paraline"));
    expect(firstAnswer().value).toBe("A door.");
  });

  it("is deleted by declining, and restored for a person who returns at once", async () => {
    calls.mockResolvedValueOnce(answer(200, { status: "declined" }));
    await arrive(openModel());
    await userEvent.type(firstAnswer(), "A door.");
    await userEvent.click(screen.getByRole("button", { name: "I'd rather not" }));
    await screen.findByRole("heading", { name: "You chose not to answer" });
    expect(localStorage.length).toBe(0);

    await answerAfterAll();
    await waitFor(() => expect(document.title).toBe("Question 1 of 3 · Paraline"));
    expect(firstAnswer().value).toBe("A door.");
  });

  it("is deleted when the form was posted before the script loaded, but stays if that was not stored", async () => {
    for (const [said, left] of [
      [answer(200, openModel().view), typed],
      [refused(409, "invite_completed", "used"), undefined],
    ] as const) {
      sessionStorage.setItem("invite_token", inviteToken);
      saveDraft(inviteToken, typed);
      calls.mockResolvedValueOnce(said);
      await arrive({ kind: "thank_you" });
      await waitFor(() => expect(readDraft(inviteToken)).toEqual(left));
      expect(sessionStorage.getItem("invite_token")).toBe(left ? inviteToken : null);
      act(() => root?.unmount());
    }
    expect(calls).toHaveBeenCalledTimes(2);
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

  it("does not show an open form once the answers are sent", async () => {
    await arrive(openModel());
    calls.mockResolvedValue(refused(409, "invite_completed", "used"));
    await showAgain();
    await screen.findByRole("heading", { name: "You've already shared your reflections" });
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

  it("without a token says so, on the card of an invalid link", async () => {
    await arrive(loading);
    expect(screen.getByText("Invalid feedback link")).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Link Invalid" })).toBeTruthy();
  });

  it("in a tab that has sent the answers says that they are shared", async () => {
    sessionStorage.setItem("paraline.receipt", JSON.stringify(receipt));
    await arrive(loading);
    expect(
      screen.getByRole("heading", { name: "You've already shared your reflections" }),
    ).toBeTruthy();
    expect(screen.queryByText("Invalid feedback link")).toBeNull();
  });

  it("of a link that became invalid says so, and removes it", async () => {
    sessionStorage.setItem("invite_token", inviteToken);
    calls.mockResolvedValue(refused(404, "invite_invalid", "unknown"));
    await arrive(loading);
    await screen.findByText("Failed to load paraline. Please check your link.");
    expect(screen.getByText("This feedback link is invalid or has expired.")).toBeTruthy();
    expect(sessionStorage.getItem("invite_token")).toBeNull();
  });
});
