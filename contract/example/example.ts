import type { CircleDetails } from "../circles/circles.ts";
import type { Question } from "../circles/questions.ts";
import type { Decision, Recap } from "../decisions.ts";
import type { ReadableResponse, Results } from "../feedback/feedback.ts";
import type { Insights } from "../insights/insights.ts";
import { templates } from "../messages/en/templates.ts";
import made from "./example-made.json" with { type: "json" };

/** The fictional paraline of /example. It shows what an owner gets, and is stored nowhere else. */

const circleId = "e0a1c2d3-0000-4000-8000-000000000000";
const closedOn = "2026-11-01";

/** The day on which the example is looked at. */
const today = "2026-11-09";

const roles = ["strengths", "other", "strengths", "worries", "worries", "advice"] as const;
const [fit, low, middle, high] = templates.fit;
const stanceId = 7;

const questions: Question[] = [
  ...templates.lifeDecision.map((label, index) => ({
    id: index + 1,
    label,
    type: "textarea" as const,
    ...(roles[index] && { role: roles[index] }),
  })),
  {
    id: stanceId,
    label: fit,
    type: "rating",
    rating_labels: { low, middle, high },
    role: "stance",
  },
];

/** What one person wrote, in the order of the questions. An empty text is a question left out. */
interface Voice {
  name: string;
  day: string;
  texts: readonly [string, string, string, string, string, string];
  rating: number;
  note: string;
}

const voices: readonly Voice[] = [
  {
    name: "Anna",
    day: "2026-10-20",
    texts: [
      "The Christmas the power went out. You had the whole ward fed from two camping stoves by nine, and nobody on the night shift has stopped talking about it.\n\nYou were tired, but you were lit up. I have never seen a meeting do that to you.",
      "A place that is yours. You have kept other people's wards running for fourteen years.",
      "You notice people. You know who takes two sugars and who has just had bad news. A bakery is mostly that, with flour.",
      "The first winter. The quiet weeks, when the street is empty and the rent comes anyway.",
      "That you will miss us. You will, and it may still be worth it.",
      "Ask them for two full weeks of opening shifts, Monday to Friday. Then decide.",
    ],
    rating: 5,
    note: "Whatever you choose, keep Saturdays.",
  },
  {
    name: "Tomas",
    day: "2026-10-21",
    texts: [
      "Mum's seventieth. You burned the first cake, laughed until you cried, and had another one baking before I found my coat. You don't come home from a shift laughing.",
      "To stop being tired. I'm not sure a bakery is the answer to that.",
      "You stay calm, whoever is shouting. And you get up early without complaining, which nobody else in this family can do.",
      "That you'll do all of it yourself, as always, and not tell us how bad it is until it is very bad.",
      "You haven't told Mum. You've told her about the bread.",
      "Come to dinner and tell Mum. Then take unpaid leave before you take a lease.",
    ],
    rating: 4,
    note: "You sat with me through the worst week of my life, and then you went and made soup. The rent worries me. You don't.",
  },
  {
    name: "Ruth",
    day: "2026-10-23",
    texts: [
      "Teaching the students. You never make anyone feel slow, and they go to you before they come to me. I have tried not to mind.",
      "I think you want to see how it ends. Here you look after someone, they go home, and you never hear. A baker has regulars.",
      "Stamina, and a calm that spreads. You also write a better rota than I do.",
      "How much of your rest comes from the building belonging to someone else. When the oven breaks at four in the morning, there is no one to page.",
      "You are angry with the hospital, and you have reason to be. That is not yet a reason to sign a lease.",
      "Ask me for a month at half hours. I will find a way to say yes. Do not resign in order to find out.",
    ],
    rating: 3,
    note: "I will be first in the queue, or I will save you a seat at the nurses' station. Either is good.",
  },
  {
    name: "Priya",
    day: "2026-10-23",
    texts: [
      "The hour before dawn, when it's finally still and you make tea for everyone and remember how each of us takes it. I think that's the part you love, maybe more than the nursing?",
      "Something you can see at the end of the day. So much of what we do here nobody sees. A loaf is just there, on the counter.",
      "You stay calm, even with me. And whoever you hire will learn something, because you explain things twice and only sigh once.",
      "Your sleep. You're exhausted now, and that's with three days off a week. And the winter, but everyone will say the winter.",
      "You always talk about the Saturdays. I've never heard you say anything about a Tuesday.",
      "I'd try it for a month first, and write down every day that I wanted to stay in bed.",
    ],
    rating: 4,
    note: "You taught me to put in a line without shaking. If you can teach that, you can teach anyone to shape a loaf.",
  },
  {
    name: "Elias",
    day: "2026-10-25",
    texts: [
      "Saturdays. I come in for rye and you explain the dough to me for ten minutes. You have never once told me about the hospital.",
      "",
      "You notice what is about to run out. Half of a small business is that.",
      "The first winter. You would begin with savings for four months, and the rent goes up in the second year.",
      "The books. You know the shop on the best day of its week. Last January is a different shop.",
      "Get the accounts of three winters and let me read them with you. If January pays its own rent, I will put up the first shelf myself.",
    ],
    rating: 2,
    note: "The rye was good this week. I should have said so at the time.",
  },
];

const responses: ReadableResponse[] = voices.map(({ name, day, texts, rating }, index) => ({
  id: responseId(index),
  number: index + 1,
  first_name: name,
  received_on: day,
  edited_on: null,
  answers: listAnswered(texts, rating),
}));

/** The answers to the questions in order, the rating last. */
function listAnswered(texts: readonly string[], rating: number): ReadableResponse["answers"] {
  return questions.flatMap(({ role: _role, id, ...question }) => {
    const answer = id === stanceId ? rating : texts[id - 1];
    return answer === undefined || answer === "" ? [] : [{ question_id: id, ...question, answer }];
  });
}

function responseId(index: number): string {
  return `e0a1c2d3-0000-4000-8000-00000000001${index}`;
}

const circle: CircleDetails = {
  id: circleId,
  title: "Should I take over the corner bakery?",
  description:
    "The owners retire in March and have offered me the lease. I have worked there on Saturdays for three years, and on the ward for fourteen. They would like an answer by the end of the year.",
  what_they_ask:
    "Tell me what you see, not what you think I want to hear. You each know a different side of me, and I have been turning this over alone for too long.",
  language: "en",
  is_anonymous: false,
  deadline: closedOn,
  cover_image_url: null,
  status: "completed",
  questions,
  responses_count: voices.length,
  invites_count: voices.length,
  is_locked: false,
  closed_on: closedOn,
  is_extended: false,
  created_at: "2026-10-19T18:10:00.000Z",
  updated_at: `${closedOn}T23:59:00.000Z`,
  open_link: false,
  is_link_full: false,
  copied_from: null,
  is_fixed: true,
};

const results: Results = {
  circle_id: circleId,
  is_locked: false,
  responses_count: responses.length,
  responses,
  set_aside: [],
  encouragements: voices.map(({ name, day, note }, index) => ({
    id: `e0a1c2d3-0000-4000-8000-00000000002${index}`,
    note,
    first_name: name,
    received_on: day,
  })),
  kept: [
    { response_id: responseId(2), question_id: 5 },
    { response_id: responseId(3), question_id: 5 },
    { response_id: responseId(4), question_id: 6 },
  ],
  own_answers: listAnswered(
    [
      "With the students, on a good day. I think that is what people see.",
      "Mornings that are mine.",
      "That I work hard and do not complain.",
      "Money. Everyone will say money.",
      "",
      "Most of them will tell me to wait.",
    ],
    3,
  ),
  visibility: "readable",
};

const decision: Decision = {
  circle_id: circleId,
  version: 9,
  path: "experiment",
  fields: {
    affirm: { why: "", first_steps: "", check_in_buddy: "" },
    experiment: {
      what_to_test:
        "The opening shift at the bakery, five to nine, four mornings a week and never a Saturday, while Ruth has me on half hours.",
      start_date: "2026-11-16",
      success:
        "On the twenty-ninth day I still want to go in. I have slept six hours on most nights. Elias and I have read three winters of accounts, and January pays its own rent.",
      reviewer: "Elias",
    },
    pause: { why_not_now: "", what_changes: "", skills: "" },
    mentor: { who: "", tensions: "", book_by: "" },
  },
  review_date: "2026-12-16",
  prediction: "I will ask for a shorter lease.",
  confidence: 70,
  what_happened: "",
  came_true: null,
  can_review: false,
  closing: {
    heard:
      "You can all see me there, and most of you worry about the winter, the rent or my sleep. Priya, you are right about Tuesdays. Ruth, you are right that I am angry.",
    decided:
      "I am not signing anything yet. From November 16 I open the bakery for thirty days, and Elias and I read the accounts. On December 16 I decide, and then I will tell you.",
    thanks:
      "I read what you wrote twice, once on the ward and once at home. I told Mum on Sunday. Thank you for not being careful with me.",
    sent_on: "2026-11-08",
    sent_count: voices.length,
  },
};

export const example = {
  ownerName: "Maya",
  circle,
  results,
  /** What this server's own engine makes of these answers; a test makes both anew. */
  insights: made.insights as Insights,
  decision: {
    decision,
    recap: made.recap as Recap,
    audience: { recipients_count: voices.length, left_out_count: 0 },
  },
  today,
};
