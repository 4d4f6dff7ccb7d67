import { expect, test } from "vitest";
import type { Quote } from "#contract/insights.ts";
import type { StoredInsights } from "./queries.ts";
import { withoutAuthorHints } from "./without-author-hints.ts";

const quote = (person: number, text: string): Quote => ({
  text,
  response_id: `00000000-0000-4000-8000-00000000000${person}`,
  question_id: 1,
});
const telling = quote(1, "As your brother-in-law, I would wait.");
const told = quote(2, "Your wife told me that the winter is hard.");
const calm = quote(3, "You are calm.");

/** As it was stored before the check was made. */
const stored: StoredInsights = {
  circle_id: "7b0f9a3e-3f7c-4c1e-9a52-1d2b3c4d5e6f",
  sentiment: "mixed",
  sentiment_explanation: "As your wife told me, they differ.",
  summary_paragraph: `The strongest worry: “${telling.text}”`,
  key_themes: ["Waiting", "The winter", "Our mother"],
  highlighted_quotes: [telling.text, calm.text],
  next_step_suggestion: `One of them puts it like this: “${telling.text}”`,
  content: {
    themes: [
      { text: "Waiting", people_count: 2, quotes: [telling, calm] },
      { text: "The winter", people_count: 1, quotes: [told] },
      { text: "Our mother", people_count: 1, quotes: [calm] },
    ],
    quotes: [telling, calm],
    top_strength: { text: "Calm", people_count: 1, quotes: [calm] },
    top_risk: { text: "Waiting", people_count: 1, quotes: [telling] },
    suggestion_quotes: [telling],
    people: [
      { response_id: null, sentiment: "positive" },
      { response_id: null, sentiment: "concerned" },
    ],
    ratings: [],
    is_unsure: false,
    left_out: { junk_answers: 0, opted_out: 0 },
  },
  response_ids: [telling, told, calm].map(({ response_id }) => response_id),
  engine_kind: "local",
  engine_name: "Paraline's own engine",
  prompt_version: null,
  took_ms: 1,
  updated_at: new Date("2026-11-02T09:00:00Z"),
};

test("insights of before, of an anonymous paraline, are read without what tells who wrote it", () => {
  const read = withoutAuthorHints(stored, { is_anonymous: true });
  expect(JSON.stringify(read)).not.toMatch(/brother|wife|mother/i);
  expect(read).toMatchObject({
    sentiment_explanation: "Of 2 people, 1 is mostly in favour and 1 is mostly concerned.",
    summary_paragraph: "What comes up: Waiting (1 of 2).",
    next_step_suggestion: "Choose the answer that surprised you, and ask its question again.",
    key_themes: ["Waiting"],
    highlighted_quotes: [calm.text],
    content: {
      themes: [{ text: "Waiting", people_count: 1, quotes: [calm] }],
      top_strength: stored.content.top_strength,
      top_risk: null,
      suggestion_quotes: [],
    },
  });
});

test("those of a named one are read as they are", () => {
  expect(withoutAuthorHints(stored, { is_anonymous: false })).toEqual(stored);
});
