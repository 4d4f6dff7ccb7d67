import type { Circle } from "#contract/circles/circles.ts";
import type { Results } from "#contract/feedback/feedback.ts";

/** A named circle of three people, as its screens show it. */
export const circle: Circle = {
  id: "7b0f9a3e-3f7c-4c1e-9a52-1d2b3c4d5e6f",
  title: "The bakery question",
  description: "A lease.",
  what_they_ask: "What you see.",
  is_anonymous: false,
  deadline: null,
  cover_image_url: null,
  status: "active",
  questions: [],
  responses_count: 1,
  invites_count: 3,
  is_locked: false,
  closed_on: null,
  is_closed_for_good: false,
  created_at: "2026-11-10T09:00:00.000Z",
  updated_at: "2026-11-10T09:00:00.000Z",
};

/** Results that can be read: one text from each person, by first name. */
export function resultsOf(answers: Record<string, string>): Results {
  const responses = Object.entries(answers).map(([firstName, answer], index) => ({
    id: `0000000${index + 1}-1111-4111-8111-111111111111`,
    number: index + 1,
    first_name: firstName,
    received_on: "2026-11-02",
    answers: [{ question_id: 1, label: "What do you see?", type: "textarea" as const, answer }],
  }));
  return {
    circle_id: circle.id,
    is_locked: false,
    responses_count: responses.length,
    responses,
    encouragements: [],
    kept: [],
    visibility: "readable",
  };
}
