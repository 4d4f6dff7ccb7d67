import type { Circle } from "#contract/circles/circles.ts";
import type { FurtherQuestions } from "#contract/circles/further-questions.ts";
import type { Results } from "#contract/feedback/feedback.ts";
import type { ThenAndNow } from "#contract/feedback/then-and-now.ts";
import type { Insights, InsightsState } from "#contract/insights/insights.ts";

/** A named circle of three people, as its screens show it. */
export const circle: Circle = {
  id: "7b0f9a3e-3f7c-4c1e-9a52-1d2b3c4d5e6f",
  title: "The bakery question",
  description: "A lease.",
  what_they_ask: "What you see.",
  language: "en",
  is_anonymous: false,
  deadline: null,
  cover_image_url: null,
  status: "active",
  questions: [],
  responses_count: 1,
  invites_count: 3,
  is_locked: false,
  closed_on: null,
  is_extended: false,
  created_at: "2026-11-10T09:00:00.000Z",
  updated_at: "2026-11-10T09:00:00.000Z",
};

/** Of a circle with nobody to ask. */
export const noFurtherQuestions: FurtherQuestions = {
  items: [],
  next: {
    reason: "further_question_nobody",
    asked_count: 0,
    without_email_count: 0,
  },
};

export const noInsights: InsightsState = {
  use: "local",
  usable_count: 3,
  insights: null,
  generation: { state: "idle", stage: null, place: null },
};

/** Insights that say nothing, for tests that say what matters to them. */
export const emptyInsights: Insights = {
  circle_id: circle.id,
  sentiment: "mixed",
  sentiment_explanation: "",
  summary_paragraph: "",
  key_themes: [],
  highlighted_quotes: [],
  next_step_suggestion: "",
  overall: { source: "none", reason: "not_asked", people_count: 0, unmarked_ratings: [] },
  themes: [],
  quotes: [],
  top_strength: null,
  top_risk: null,
  suggestion_quotes: [],
  asked: {
    strengths: { question_ids: [], people_count: 0 },
    worries: { question_ids: [], people_count: 0 },
  },
  ratings: [],
  choices: [],
  unread_languages: [],
  left_out: { junk_answers: 0, opted_out: 0 },
  engine: { kind: "local", name: "Paraline's own engine" },
  responses_count: 3,
  new_responses_count: 0,
  set_aside_count: 0,
  roles_changed: false,
  updated_at: "2026-11-18T08:42:00.000Z",
};

/** The circle that {@link circle} is a copy of. */
export const earlier = {
  circle_id: "8b0f9a3e-3f7c-4c1e-9a52-1d2b3c4d5e6f",
  title: "The bakery, a year ago",
};

/** How one rating was counted then and now, in a circle that was asked again. */
export function createComparison(
  label: string,
  { isStance, before, now }: { isStance: boolean; before: number[]; now: number[] },
): ThenAndNow {
  const side = (counts: number[]) => ({
    people_count: counts.reduce((sum, count) => sum + count),
    tally: { type: "rating" as const, ...ratingTally(label, counts) },
  });
  return {
    ...earlier,
    state: "readable",
    before_on: { first: "2025-11-02", last: "2025-11-09" },
    now_on: { first: "2026-11-02", last: "2026-11-02" },
    questions: [
      {
        question_id: 2,
        label,
        is_stance: isStance,
        direction: "higher_is_better",
        before: side(before),
        now: side(now),
      },
    ],
  };
}

/** How often each number was chosen in a rating. */
export function ratingTally(label: string, counts: number[]) {
  return { question_id: 2, label, low: "Poor fit", high: "Great fit", counts };
}

/** Results that can be read: one text from each person, by first name. */
export function createResults(answers: Record<string, string>): Results {
  const responses = Object.entries(answers).map(([firstName, answer], index) => ({
    id: `0000000${index + 1}-1111-4111-8111-111111111111`,
    number: index + 1,
    first_name: firstName,
    received_on: "2026-11-02",
    edited_on: null,
    answers: [{ question_id: 1, label: "What do you see?", type: "textarea" as const, answer }],
  }));
  return {
    circle_id: circle.id,
    is_locked: false,
    responses_count: responses.length,
    responses,
    set_aside: [],
    encouragements: [],
    kept: [],
    own_answers: null,
    visibility: "readable",
  };
}
