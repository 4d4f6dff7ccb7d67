import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import {
  defaultFurtherDeadline,
  type FurtherQuestion,
  type FurtherQuestions,
} from "#contract/circles/further-questions.ts";
import { errorMessage } from "#contract/errors.ts";
import type { Results } from "#contract/feedback/feedback.ts";
import {
  type Answers,
  nothingBought,
  openAsOwner,
  ownAnswersAnswer,
  refused,
  resultsAnswers,
} from "#web/testing/app.tsx";
import { circle, createResults, noFurtherQuestions, noInsights } from "#web/testing/results.ts";
import "./results.tsx";

const { id } = circle;
const path = `/api/circles/${id}/further-questions`;
const furtherId = "9b0f9a3e-3f7c-4c1e-9a52-1d2b3c4d5e6f";
const soon = defaultFurtherDeadline(new Date().toISOString().slice(0, 10));

const further: FurtherQuestion = {
  circle_id: furtherId,
  question: { id: 1, label: "And the rent?", type: "textarea" },
  deadline: "2030-12-12",
  status: "active",
  is_anonymous: false,
  is_extended: false,
  closed_on: null,
  responses_count: 2,
  asked_count: 5,
};
const sealed = { ...further, is_anonymous: true, responses_count: null };

const mayAsk = { reason: null, asked_count: 5, without_email_count: 0 };
const mayNot = (reason: NonNullable<FurtherQuestions["next"]["reason"]>) => ({
  ...mayAsk,
  reason,
});

/** The answers to the further question. */
const furtherResults = (given: Record<string, string>): Results => ({
  ...createResults(given),
  circle_id: furtherId,
});

interface Given {
  items?: FurtherQuestion[];
  next?: FurtherQuestions["next"];
  answers?: Results;
  first?: Results;
  about?: object;
  more?: Answers;
}

async function open({
  items = [],
  next = mayAsk,
  answers = furtherResults({ Ana: "Too high.", Ben: "It is fair." }),
  first = createResults({ Ana: "You are calm." }),
  about,
  more,
}: Given) {
  const opened = await openAsOwner(`/results?circle=${id}`, {
    ...resultsAnswers(first, about),
    [`GET ${path}`]: { body: { items, next } satisfies FurtherQuestions },
    [`GET /api/circles/${furtherId}/feedback`]: { body: answers },
    [`GET /api/circles/${furtherId}/insights`]: { body: { ...noInsights, usable_count: 2 } },
    ...more,
  });
  return opened;
}

const section = () => screen.findByRole("region", { name: "Further questions" });
const article = () => screen.findByRole("article", { name: "And the rent?" });
const askButton = () => screen.findByRole("button", { name: "Ask one more thing" });
const empty = (visibility: Results["visibility"]): Results => ({
  ...createResults({}),
  visibility,
});

describe("a further question", () => {
  test("stands below the first answers with its own count and answers", async () => {
    await open({ items: [further], next: mayNot("further_question_open") });
    const item = within(await article());
    item.getByText("2/5 perspectives");
    item.getByText("Open until Dec 12, 2030");
    await item.findByText("Too high.");
    const answers = item.getAllByRole("term");
    expect(answers.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining("Perspective 1, Ana · Received Nov 02, 2026"),
      expect.stringContaining("Perspective 2, Ben"),
    ]);
    const [first] = screen.getAllByText("You are calm.");
    const place = first?.compareDocumentPosition(await article()) ?? 0;
    expect(place & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    within(await section()).getByText(errorMessage("further_question_open"));
    expect(screen.queryByRole("button", { name: "Ask one more thing" })).toBeNull();
  });

  test.each([
    ["sealed", sealed, ["0/5 perspectives", "Sealed until Dec 12, 2030"]],
    [
      "extended",
      { ...sealed, is_extended: true },
      ["Extended to Dec 12, 2030, because fewer than 3 people had answered."],
    ],
    [
      "closed",
      { ...further, status: "completed", closed_on: "2026-11-20" },
      ["2/5 perspectives", "Closed Nov 20, 2026"],
    ],
  ] as const)("says that it is %s", async (_, item, sentences) => {
    const { asked } = await open({ items: [item] });
    const shown = within(await article());
    for (const sentence of sentences) shown.getByText(sentence);
    const isRead = asked.some(({ call }) => call.includes(`${furtherId}/feedback`));
    expect(isRead).toBe(item.status === "completed");
  });

  test("shows nothing, not even a count, if fewer than three people answered an anonymous one", async () => {
    const closed = { ...sealed, status: "completed", closed_on: "2026-11-20" } as const;
    await open({
      items: [{ ...closed, responses_count: 0 }],
      answers: { ...empty("too_few"), circle_id: furtherId },
    });
    await screen.findByText("Fewer than 3 people answered, so nothing is shown.");
    expect(within(await article()).queryByText(/perspectives/)).toBeNull();
  });

  test("says that no one has answered yet", async () => {
    await open({
      items: [{ ...further, responses_count: 0 }],
      answers: { ...empty("none_yet"), circle_id: furtherId },
    });
    await screen.findByText("No one has answered it yet.");
  });

  test("is not read while its owner is still offered to answer first", async () => {
    const first = empty("none_yet");
    const { asked } = await open({
      items: [further],
      first,
      more: {
        ...ownAnswersAnswer(first, "offered"),
        [`POST /api/circles/${id}/own-answers/skip`]: {
          body: { state: "skipped", is_locked: false, responses_count: 0, visibility: "none_yet" },
        },
      },
    });
    within(await article()).getByText(/^Answer first, or skip that for good, to read/);
    expect(asked.some(({ call }) => call.includes(`${furtherId}/feedback`))).toBe(false);
    await userEvent.click(screen.getByRole("button", { name: "Skip for good" }));
    await screen.findByText("Too high.");
  });

  test.each([
    [path, { items: [further], next: mayAsk }, "The further questions could not be loaded."],
    [
      `/api/circles/${furtherId}/feedback`,
      furtherResults({ Ana: "Too high." }),
      "The answers to this further question could not be loaded.",
    ],
  ])("offers to load again what could not be loaded: %s", async (broken, body, sentence) => {
    let isBroken = true;
    await open({
      items: [further],
      more: {
        [`GET ${broken}`]: () => (isBroken ? refused(403, "not_allowed", "No.") : { body }),
      },
    });
    await screen.findByText(sentence);
    isBroken = false;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("Too high.");
  });

  test("is unlocked with the paraline, whose first questions may have no answer", async () => {
    const { asked } = await open({
      first: empty("none_yet"),
      items: [further],
      answers: { ...empty("none_yet"), circle_id: furtherId, is_locked: true, responses_count: 2 },
      more: {
        "GET /api/billing": { body: { ...nothingBought, credits_count: 1 } },
        "POST /api/billing/credits/use": { body: { credits_count: 0 } },
      },
    });
    const item = within(await article());
    await item.findByText("Two people took the time to write to you.");
    expect(screen.queryByRole("dialog")).toBeNull();
    await userEvent.click(item.getByRole("button", { name: "View Unlock Options" }));
    const paywall = within(await screen.findByRole("dialog", { name: "Read what they wrote" }));
    paywall.getByRole("button", { name: /\$15\/month/ });
    await userEvent.click(paywall.getByRole("button", { name: /Use your unlock/ }));
    expect(asked).toContainEqual({
      call: "POST /api/billing/credits/use",
      body: { circle_id: id },
    });
  });

  test("is plotted if it was a rating, with each person's answer", async () => {
    const rating = {
      question_id: 1,
      label: "And the rent?",
      type: "rating" as const,
      rating_labels: { low: "Low", middle: "", high: "High" },
    };
    const results = furtherResults({ Ana: "", Ben: "" });
    const responses = results.responses.map((response, index) => ({
      ...response,
      answers: [{ ...rating, answer: index + 3 }],
    }));
    await open({ items: [further], answers: { ...results, responses } });
    await within(await article()).findByText("3.5");
    within(await article()).getByText("High");
  });

  test("keeps an answer, and sets one aside in its place", async () => {
    let results = furtherResults({ Ana: "Too high.", Ben: "It is fair." });
    const [ana, ben] = results.responses;
    if (ana === undefined || ben === undefined) throw new Error("Two people have answered.");
    const change = `/api/circles/${furtherId}/feedback/${ben.id}`;
    const { asked } = await open({
      items: [further],
      more: {
        [`GET /api/circles/${furtherId}/feedback`]: () => ({ body: results }),
        [`PUT ${change}/answers/1/kept`]: { body: {} },
        [`PUT ${change}/set-aside`]: () => {
          results = { ...results, responses: [ana], set_aside: [{ ...ben, note: null }] };
          return { body: results };
        },
      },
    });
    const item = within(await article());
    await userEvent.click(
      await item.findByRole("button", {
        name: "Keep the answer of Perspective 2, Ben to “What do you see?”",
      }),
    );
    const description = "Perspective 2, Ben";
    await userEvent.click(item.getByRole("button", { name: "Set aside", description }));
    await item.findByText(/^Set aside: left out of counts/);
    const back = item.getByRole("button", { name: "Bring back", description });
    expect(document.activeElement).toBe(back);
    expect(asked.map(({ call }) => call)).toEqual(
      expect.arrayContaining([`PUT ${change}/answers/1/kept`, `PUT ${change}/set-aside`]),
    );
  });

  test("has insights of its own once they are asked for", async () => {
    const { asked } = await open({ items: [further] });
    await screen.findByText("Too high.");
    const call = `GET /api/circles/${furtherId}/insights`;
    expect(asked.some((one) => one.call === call)).toBe(false);
    await userEvent.click(screen.getByText("Insights into this further question"));
    await within(await article()).findByRole("button", { name: "Generate Insights" });
  });

  test("can be closed, which is final if it is anonymous", async () => {
    const { asked } = await open({
      items: [sealed],
      more: { [`POST /api/circles/${furtherId}/close`]: { body: { circle } } },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Close now" }));
    const dialog = within(
      await screen.findByRole("dialog", { name: "Close this further question?" }),
    );
    dialog.getByText(/^This is final/);
    await userEvent.click(dialog.getByRole("button", { name: "Close question" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(asked.some(({ call }) => call === `POST /api/circles/${furtherId}/close`)).toBe(true);
    expect(document.activeElement?.textContent).toBe("And the rent?");
  });
});

describe("asking one more thing", () => {
  async function write(text: string) {
    await userEvent.click(await askButton());
    const dialog = within(await screen.findByRole("dialog", { name: "Ask a further question" }));
    dialog.getByText(/^5 people can answer it/);
    await userEvent.type(dialog.getByRole("textbox", { name: "Your question" }), text);
    return dialog;
  }

  async function confirm() {
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    return within(await screen.findByRole("dialog", { name: "Ask 5 people?" }));
  }

  test("shows what people will read before it asks them, then the new question with the focus", async () => {
    let items: FurtherQuestion[] = [];
    const mayAskTwoByLink = { ...mayAsk, without_email_count: 2 };
    const { asked } = await open({
      more: {
        [`GET ${path}`]: () => ({
          body: {
            items,
            next: items.length === 0 ? mayAskTwoByLink : mayNot("further_question_open"),
          },
        }),
        [`POST ${path}`]: () => {
          items = [{ ...further, responses_count: 0 }];
          return { status: 201, body: items[0] };
        },
        [`GET /api/circles/${furtherId}/feedback`]: {
          body: { ...empty("none_yet"), circle_id: furtherId },
        },
      },
    });
    within(await section()).getByText("3 of 3 left");
    await write("And the rent?");
    const dialog = await confirm();
    expect(document.activeElement?.textContent).toBe("What they will read");
    dialog.getByText("And the rent?");
    dialog.getByText("2 people get no email: tell them to open their private link again.");
    expect(dialog.queryByText(/sealed/)).toBeNull();
    await userEvent.click(dialog.getByRole("button", { name: "Ask 5 people" }));
    await article();
    await screen.findByText("Question asked");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toBe("And the rent?"));
    expect(asked.filter(({ call }) => call === `POST ${path}`)).toMatchObject([
      {
        body: {
          create_key: expect.any(String),
          question: { label: "And the rent?", type: "textarea" },
          deadline: soon,
        },
      },
    ]);
    expect(Object.keys(localStorage).some((key) => key.includes("further"))).toBe(false);
  });

  test("of an anonymous paraline says that answers stay sealed", async () => {
    await open({ about: { is_anonymous: true, status: "completed", closed_on: "2026-11-20" } });
    await write("And the rent?");
    (await confirm()).getByText(/^The answers stay sealed until then/);
  });

  test("refuses an empty question, a choice without options and a day that is over", async () => {
    await open({});
    const dialog = await write(" ");
    await userEvent.click(dialog.getByRole("button", { name: "Continue" }));
    const field = dialog.getByRole("textbox", { name: "Your question" });
    dialog.getByText("Please write your question");
    expect(document.activeElement).toBe(field);

    await userEvent.type(field, "Stay or go?");
    await userEvent.selectOptions(
      dialog.getByRole("combobox", { name: "How it is answered" }),
      "Choice",
    );
    await userEvent.click(dialog.getByRole("button", { name: "Continue" }));
    dialog.getByText(errorMessage("options_count"));
    await userEvent.type(dialog.getByRole("textbox", { name: /^Option 1/ }), "Stay");
    await userEvent.type(dialog.getByRole("textbox", { name: /^Option 2/ }), "Go");

    const day = dialog.getByLabelText("Open until");
    await userEvent.clear(day);
    await userEvent.click(dialog.getByRole("button", { name: "Continue" }));
    dialog.getByText(errorMessage("further_question_deadline"));
    expect(document.activeElement).toBe(day);
  });

  test("keeps the words after a refusal and after the screen was left, and asks under the same key", async () => {
    const broken = { [`POST ${path}`]: refused(503, "unavailable", "Later.") };
    const before = await open({ more: broken });
    await write("And the rent?");
    const dialog = await confirm();
    await userEvent.click(dialog.getByRole("button", { name: "Ask 5 people" }));
    await dialog.findByText("Later.");
    await userEvent.click(dialog.getByRole("button", { name: "Back" }));
    const field = await screen.findByRole("textbox", { name: "Your question" });
    expect(field).toHaveProperty("value", "And the rent?");
    before.unmount();

    const after = await open({ more: broken });
    await write(" Really?");
    const again = await confirm();
    again.getByText("And the rent? Really?");
    await userEvent.click(again.getByRole("button", { name: "Ask 5 people" }));
    await again.findByText("Later.");
    const keys = [...before.asked, ...after.asked]
      .filter(({ call }) => call === `POST ${path}`)
      .map(({ body }) => (body as { create_key: string }).create_key);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  test.each([
    "further_question_open",
    "further_questions_exhausted",
    "further_question_late",
    "further_question_needs_three",
  ] as const)("is not offered, and says why: %s", async (reason) => {
    await open({ next: mayNot(reason) });
    within(await section()).getByText(errorMessage(reason));
    expect(screen.queryByRole("button", { name: "Ask one more thing" })).toBeNull();
  });

  test("is not mentioned while an anonymous paraline is sealed", async () => {
    const { asked } = await open({ first: empty("sealed"), about: { is_anonymous: true } });
    await screen.findByRole("link", { name: "Share your Paraline" });
    expect(asked.some(({ call }) => call === `GET ${path}`)).toBe(false);
  });

  test.each([
    ["there is nobody to ask", { next: noFurtherQuestions.next }],
    ["the first questions wait for their first answer", { first: empty("none_yet") }],
  ])("is not mentioned while %s", async (_, given) => {
    const { asked } = await open(given);
    await waitFor(() => expect(asked.some(({ call }) => call === `GET ${path}`)).toBe(true));
    await waitFor(() => expect(document.querySelector(".further-questions")).toBeNull());
  });
});
