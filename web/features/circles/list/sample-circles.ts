import type { Circle } from "#contract/circles/circles.ts";

const common = {
  description: "",
  what_they_ask: "",
  language: "en",
  is_anonymous: false,
  cover_image_url: null,
  questions: [],
  closed_on: null,
  is_extended: false,
  created_at: "2026-11-01T09:00:00.000Z",
  updated_at: "2026-11-01T09:00:00.000Z",
  is_locked: false,
} satisfies Partial<Circle>;

/** The landing page's preview: the dashboard with sample circles. */
export const sampleCircles: readonly Circle[] = [
  {
    ...common,
    id: "11111111-1111-4111-8111-111111111111",
    title: "Should I take over the corner bakery?",
    deadline: "2026-12-12",
    status: "active",
    responses_count: 4,
    invites_count: 6,
  },
  {
    ...common,
    id: "22222222-2222-4222-8222-222222222222",
    title: "Moving home to be near Dad",
    deadline: "2026-12-20",
    status: "active",
    responses_count: 2,
    invites_count: 5,
  },
  {
    ...common,
    id: "33333333-3333-4333-8333-333333333333",
    title: "The novel I keep not finishing",
    deadline: "2026-09-30",
    status: "completed",
    closed_on: "2026-09-30",
    responses_count: 5,
    invites_count: 5,
  },
];
