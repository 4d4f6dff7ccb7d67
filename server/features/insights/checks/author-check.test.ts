import { expect, test } from "vitest";
import { prepareReading } from "../prepare-reading.ts";
import { textRevealsAuthor } from "./author-check.ts";

test("an option that says who somebody is reveals them, whether it was chosen or written out", () => {
  const sentence = "Your sister would miss you terribly.";
  const reveals = (options: string[], answers: Record<number, string>) =>
    textRevealsAuthor(
      prepareReading({ title: "T", description: "d", what_they_ask: "a", is_anonymous: true }, [
        {
          id: "00000000-0000-4000-8000-000000000001",
          answers,
          questions: [
            { id: 1, label: "How do we know each other?", type: "choice", options },
            { id: 2, label: "What do you see?", type: "textarea" },
          ],
          use_in_insights: true,
        },
      ]),
      sentence,
    );
  const options = ["Your sister", "Your colleague"];
  expect(reveals(options, { 1: "Your sister", 2: "I would miss you terribly." })).toBe(true);
  expect(reveals(options, { 2: "As your sister, I would miss you terribly." })).toBe(true);
  expect(reveals(options, { 1: "Your colleague", 2: "Ask your sister, she knows." })).toBe(false);
});
