import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { Results } from "#contract/feedback/feedback.ts";
import type { OwnAnswersOffer } from "#contract/feedback/own-answers.ts";
import {
  type Answers,
  openAsOwner,
  ownAnswersAnswer,
  refused,
  resultsAnswers,
} from "#web/testing/app.tsx";
import { circle, createResults } from "#web/testing/results.ts";
import "./results.tsx";

const { id } = circle;
const path = `/api/circles/${id}/own-answers`;
const reading = `GET /api/circles/${id}/feedback`;
const questions = [
  { id: 1, label: "What do you see?", type: "textarea" },
  { id: 2, label: "How well does it fit?", type: "rating" },
];
const rated = { question_id: 2, label: "How well does it fit?", type: "rating" } as const;
const written: Results["own_answers"] = [
  { question_id: 1, label: "What do you see?", type: "textarea", answer: "They will say wait." },
  { ...rated, answer: 2 },
];
const results: Results = {
  ...createResults({ Ana: "Go for it." }),
  own_answers: written,
};
results.responses[0]?.answers.push({ ...rated, answer: 5 });
const readable: OwnAnswersOffer = { ...results, state: "offered" };

/** Opens a screen of a circle whose owner can still answer first. The server ends the offer when it is asked to. */
async function openOffered(
  given: { address?: string; offer?: Partial<OwnAnswersOffer>; more?: Answers } = {},
) {
  const offer = { ...readable, ...given.offer };
  let state: OwnAnswersOffer["state"] = "offered";
  const end = (to: OwnAnswersOffer["state"]) => () => {
    state = to;
    return { body: { ...offer, state } };
  };
  const opened = await openAsOwner(given.address ?? `/results?circle=${id}`, {
    ...resultsAnswers(results, { questions }),
    [`GET ${path}`]: () => ({ body: { ...offer, state } }),
    [`PUT ${path}`]: end("written"),
    [`POST ${path}/skip`]: end("skipped"),
    ...given.more,
  });
  await screen.findByRole("heading", { name: "What do you expect to hear?" });
  const called = (call: string) => opened.asked.filter((one) => one.call === call);
  return { ...opened, called, endElsewhere: end("read") };
}

const answerFirst = () => userEvent.click(screen.getByRole("button", { name: "Answer first" }));
const seal = () => userEvent.click(screen.getByRole("button", { name: "Seal my answers" }));
const firstQuestion = () => screen.getByRole("textbox", { name: "What do you see?" });

describe("before anything was read", () => {
  test("the offer stands alone, and what others wrote is not even requested", async () => {
    const { called } = await openOffered();
    expect(screen.queryByRole("button", { name: /Export/ })).toBeNull();
    expect(called(reading)).toEqual([]);
    expect(called(`GET /api/circles/${id}/insights`)).toEqual([]);
  });

  test("skipping takes one click, and then the answers are there", async () => {
    const { called } = await openOffered();
    await userEvent.click(screen.getByRole("button", { name: "Skip for good" }));
    await screen.findByText("Go for it.");
    expect(screen.queryByText("What do you expect to hear?")).toBeNull();
    expect(called(`POST ${path}/skip`)).toHaveLength(1);
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  });

  test("all questions are on one page, and what is sealed then stands beside what others wrote", async () => {
    const { called } = await openOffered();
    await answerFirst();
    expect(document.activeElement).toBe(firstQuestion());
    await userEvent.type(firstQuestion(), "They will say wait.");
    await userEvent.click(screen.getByRole("radio", { name: /^2/ }));
    await seal();
    await screen.findByText("Sealed. You will see your answers beside theirs.");
    await screen.findByText("Go for it.");
    expect(called(`PUT ${path}`)).toMatchObject([
      { body: { answers: { 1: "They will say wait.", 2: 2 } } },
    ]);
    expect(localStorage.length).toBe(1);
  });

  test("nothing is sent without an answer, and nothing typed is lost by an error or a reload", async () => {
    const more = { [`PUT ${path}`]: refused(503, "internal", "The server failed.") };
    const { called, unmount } = await openOffered({ more });
    await answerFirst();
    await seal();
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Please answer at least one question.",
    );
    expect(called(`PUT ${path}`)).toEqual([]);
    await userEvent.type(firstQuestion(), "They will say wait.");
    await seal();
    await screen.findByText("The server failed.");
    expect(firstQuestion()).toHaveProperty("value", "They will say wait.");
    unmount();
    await openOffered();
    expect(firstQuestion()).toHaveProperty("value", "They will say wait.");
  });

  test("who has read elsewhere meanwhile is told that it is too late, and reads", async () => {
    const { endElsewhere } = await openOffered({
      more: {
        [`PUT ${path}`]: refused(409, "own_answers_too_late", "You have read already."),
      },
    });
    await answerFirst();
    await userEvent.type(firstQuestion(), "They will say wait.");
    endElsewhere();
    await seal();
    await screen.findByText("You have read already.");
    await screen.findByText("Go for it.");
  });

  test("a waiting paraline keeps its state below the offer", async () => {
    await openOffered({ offer: { visibility: "none_yet", responses_count: 0 } });
    screen.getByText("No feedback received yet.");
  });

  test("a locked paraline offers it before it offers to unlock", async () => {
    const { called } = await openOffered({ offer: { is_locked: true } });
    expect(screen.queryByText("Reflections received!")).toBeNull();
    expect(called(reading)).toEqual([]);
  });

  test("the decision leads to it, and does not request what people said", async () => {
    const { called } = await openOffered({ address: `/decision?circle=${id}` });
    expect(called(`GET /api/circles/${id}/decision`)).toEqual([]);
  });
});

describe("what the owner expected", () => {
  const open = async (search = "") => {
    await openAsOwner(`/results?circle=${id}${search}`, {
      ...resultsAnswers(results, { questions }),
      ...ownAnswersAnswer(results, "written"),
    });
    await screen.findByText("Go for it.");
  };

  test("comes first by person, and is another shape in the plot", async () => {
    await open();
    const [first] = screen.getAllByRole("article");
    expect(first).toBe(screen.getByRole("article", { name: "You" }));
    within(first as HTMLElement).getByText("They will say wait.");
    screen.getByRole("img", { name: /^Ratings: one at 5\..*You expected 2\.$/ });
  });

  test("stands beside each question by question, and not by theme or in a search", async () => {
    await open("&by=question");
    const section = within(screen.getByRole("region", { name: "What do you see?" }));
    expect(section.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual([
      "What do you see?",
      "You",
      "They",
    ]);
    await userEvent.type(screen.getByRole("textbox", { name: "Search within answers" }), "Go");
    await waitFor(() => expect(screen.queryByText("They will say wait.")).toBeNull());
  });
});
