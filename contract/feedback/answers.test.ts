import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimatedMinutes } from "../answer-limits.ts";
import { limits } from "../limits.ts";
import { countCharacters, trimText } from "../values/plain-text.ts";
import { validateAnswer, validateEncouragement, validateReflections } from "./answers.ts";
import { submitFeedback } from "./feedback.ts";

const textQuestion = { id: 1, type: "textarea" } as const;
const ratingQuestion = { id: 2, type: "rating" } as const;

/** Text as people type and paste it, with every kind of line ending. */
const typedText = fc
  .array(fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("\r\n", "\n", "\r", " ", "\t")))
  .map((parts) => parts.join(""));

/** The text of a textarea as a browser posts it in a form without JavaScript. */
function asPosted(text: string): string {
  const lineEnds = text.replace(/\r\n?|\n/g, "\r\n");
  return new URLSearchParams(new URLSearchParams({ text: lineEnds }).toString()).get("text") ?? "";
}

/** What arrives when the page sends a text as JSON. */
function asJson(text: string): string {
  const body = submitFeedback.body.parse({
    submission_key: "6c7ad0b3-0d57-4f57-a8b4-6a0d7a0e4d6f",
    answers: JSON.parse(JSON.stringify({ 1: text })),
  });
  return String(body.answers[1]);
}

describe("how an answer is trimmed and counted", () => {
  it("counts an accented character as one, however the keyboard sent it, and stores it in one form", () => {
    const sent = "e\u0301".repeat(2000);
    expect(validateAnswer({ type: "textarea" }, sent)).toEqual({ answer: "é".repeat(2000) });
    expect(validateAnswer({ type: "textarea" }, `${sent}e`)).toEqual({ error: "answer_too_long" });
  });

  it("is the same in the page, in its request and in a form posted without scripts", () => {
    fc.assert(
      fc.property(typedText, (text) => {
        const counted = countCharacters(text);
        expect(countCharacters(asPosted(text))).toBe(counted);
        expect(countCharacters(asJson(text))).toBe(counted);
        expect(trimText(trimText(text))).toBe(trimText(text));
      }),
    );
  });

  it("counts a line end as one character, however it is written", () => {
    expect(countCharacters("one\r\ntwo\rthree\nfour")).toBe("one-two-three-four".length);
  });

  it("accepts exactly 2000 characters and refuses 2001, spaces around them not counted", () => {
    const fitting = "a".repeat(limits.answerCharacters);
    expect(validateAnswer(textQuestion, `  ${fitting}\r\n`)).toEqual({ answer: fitting });
    expect(validateAnswer(textQuestion, `${fitting}a`)).toEqual({ error: "answer_too_long" });
  });

  it("accepts exactly 1000 characters of encouragement and refuses 1001", () => {
    const fitting = "a\r\n".repeat(500).slice(0, -2);
    expect(validateEncouragement(fitting)).toEqual({ note: fitting.replaceAll("\r", "") });
    expect(validateEncouragement("a".repeat(1001))).toEqual({ error: "encouragement_too_long" });
  });
});

describe("choices", () => {
  const choice = { id: 3, type: "choice", options: ["Take it", "Wait a year"] } as const;
  const question = { ...choice, options: [...choice.options] };

  it("are one of the options exactly as it is written, even if a form posts it", () => {
    for (const option of choice.options) {
      expect(validateAnswer(question, option)).toEqual({ answer: option });
      expect(validateAnswer(question, ` ${option}\r\n`)).toEqual({ answer: option });
    }
    for (const wrong of ["take it", "Take it, Wait a year", "0", 0, 1, "Decline"]) {
      expect(validateAnswer(question, wrong)).toEqual({ error: "choice_invalid" });
    }
  });

  it("may be left out", () => {
    expect(validateAnswer(question, "")).toEqual({ answer: undefined });
    expect(validateAnswer(question, undefined)).toEqual({ answer: undefined });
  });
});

describe("ratings", () => {
  it("are whole numbers from 1 to 5, even if a form posts them as text", () => {
    for (const rating of [1, 2, 3, 4, 5]) {
      expect(validateAnswer(ratingQuestion, rating)).toEqual({ answer: rating });
      expect(validateAnswer(ratingQuestion, String(rating))).toEqual({ answer: rating });
    }
    for (const wrong of [0, 6, 2.5, -1, Number.NaN, "0", "6", "five", "1e0", "٣"]) {
      expect(validateAnswer(ratingQuestion, wrong)).toEqual({ error: "answer_invalid" });
    }
  });

  it("may be left out", () => {
    expect(validateAnswer(ratingQuestion, "")).toEqual({ answer: undefined });
    expect(validateAnswer(ratingQuestion, undefined)).toEqual({ answer: undefined });
  });
});

describe("what a person submits", () => {
  const questions = [textQuestion, ratingQuestion, { id: 7, type: "textarea" } as const];

  it("keeps the answers and drops the empty ones", () => {
    const typed = { answers: { 1: "  yes ", 2: "4", 7: " \n " }, encouragement: "  " };
    expect(validateReflections(questions, typed)).toEqual({
      answers: { 1: "yes", 2: 4 },
      encouragement: undefined,
    });
  });

  it("is refused when no question is answered, even with an encouragement", () => {
    const typed = { answers: { 1: " ", 2: "" }, encouragement: "You can do it" };
    expect(validateReflections(questions, typed)).toEqual({
      error: "answers_none",
      question_id: undefined,
    });
  });

  it("names the first question whose answer is refused", () => {
    const typed = { answers: { 1: "yes", 2: 9, 7: "a".repeat(2001) } };
    expect(validateReflections(questions, typed)).toEqual({
      error: "answer_invalid",
      question_id: 2,
    });
  });

  it("is refused when an answer belongs to no question", () => {
    const typed = { answers: { 1: "yes", 99: "no" } };
    expect(validateReflections(questions, typed)).toMatchObject({ error: "question_unknown" });
  });
});

it("estimates the time from the number of questions", () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8].map(estimatedMinutes)).toEqual([
    "1-3",
    "1-3",
    "3-5",
    "3-5",
    "5-7",
    "5-7",
    "7-9",
    "7-9",
  ]);
});
