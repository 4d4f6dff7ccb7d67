import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { ThenAndNow } from "#contract/feedback/then-and-now.ts";
import type { Insights, InsightsState, OverallView } from "#contract/insights/insights.ts";
import { describeOverall } from "#contract/insights/overall-text.ts";
import { type Answers, openAsOwner, refused, resultsAnswers } from "#web/testing/app.tsx";
import {
  circle,
  comparisonOf,
  earlier,
  emptyInsights,
  noInsights,
  ratingTally,
  resultsOf,
} from "#web/testing/results.ts";
import "./results.tsx";
import { CircleMinusIcon, CloudIcon, CloudSunIcon, SunIcon } from "#web/ui/icons/icons.tsx";

const { id } = circle;
const results = resultsOf({
  Ana: "You are calm. The first winter worries me.",
  Ben: "Go for it. The winter will be long.",
});
const [ana = "", ben = ""] = results.responses.map((response) => response.id);

const winter = { text: "The first winter worries me.", response_id: ana, question_id: 1 };
const long = { text: "The winter will be long.", response_id: ben, question_id: 1 };
const calm = { text: "You are calm.", response_id: ana, question_id: 1 };
const insights: Insights = {
  ...emptyInsights,
  sentiment_explanation: "Of 2 people, 1 is mostly in favour and 1 is of two minds.",
  summary_paragraph: "What comes up most: the winter (2 of 2).",
  key_themes: ["The winter", "Calm"],
  highlighted_quotes: [calm.text],
  next_step_suggestion: "Ask how the last winter went.",
  themes: [
    { text: "The winter", people_count: 2, quotes: [winter, long, calm] },
    { text: "Calm", people_count: 1, quotes: [calm] },
  ],
  quotes: [calm],
  top_strength: { text: "Calm", people_count: 1, quotes: [calm] },
  top_risk: { text: "The winter", people_count: 2, quotes: [winter, long] },
  suggestion_quotes: [long],
  people: [
    { response_id: ana, sentiment: "mixed" },
    { response_id: ben, sentiment: "positive" },
  ],
  left_out: { junk_answers: 1, opted_out: 0 },
  responses_count: 2,
  new_responses_count: 2,
};
const stance: Extract<OverallView, { source: "stance" }> = {
  source: "stance",
  question_id: 2,
  label: "Overall, how good a fit does this seem for me?",
  mean: 4.333333,
  counts: [0, 0, 1, 0, 2],
  low: "Poor fit",
  high: "Great fit",
  is_reversed: false,
  answers_count: 3,
  spread: 0.94,
  unmarked_ratings: [],
};
const absent: InsightsState = { ...noInsights, usable_count: 2 };

const locked = refused(402, "results_locked", "Unlock the results.");

/** Opens the Insights tab; `states` are the server's successive responses, the last one repeated. */
async function openInsights(
  states: InsightsState[],
  generated: { status?: number; body: unknown } = { body: { insights } },
  more: Answers = {},
) {
  const left = [...states];
  const { asked } = await openAsOwner(`/results?circle=${id}`, {
    ...resultsAnswers(results),
    [`GET /api/circles/${id}/insights`]: () => ({
      body: left.length > 1 ? left.shift() : left[0],
    }),
    [`POST /api/circles/${id}/insights`]: generated,
    ...more,
  });
  await userEvent.click(await screen.findByRole("tab", { name: "Insights" }));
  return asked;
}

/** The answers about a circle that is a copy. */
const askedAgain = (comparison: ThenAndNow): Answers => ({
  [`GET /api/circles/${id}`]: {
    body: { circle: { ...circle, asked_again_of: earlier.circle_id } },
  },
  [`GET /api/circles/${id}/then-and-now`]: { body: { comparison } },
});

describe("the Insights tab", () => {
  test.each([true, false])(
    "says whether sentiment and themes are uncertain: %s",
    async (isUnsure) => {
      await openInsights([{ ...absent, insights: { ...insights, is_unsure: isUnsure } }]);
      await screen.findByRole("heading", { name: "Summary" });
      expect(screen.queryAllByText(/sentiment and themes are uncertain/)).toHaveLength(
        isUnsure ? 1 : 0,
      );
    },
  );

  test.each<[OverallView, string, string, RegExp]>([
    [
      stance,
      "Positive",
      "Counted from your question about the overall view",
      /4\.3 of 5 on average/,
    ],
    [
      {
        source: "ratings",
        mean: 3,
        questions: [
          { question_id: 2, label: "Ready?", mean: 3, is_reversed: false, answers_count: 3 },
        ],
        people_count: 3,
        answers_count: 3,
        spread: 1.6,
        unmarked_ratings: [],
      },
      "Mixed",
      "Counted from ratings",
      /average 3\.0 of 5, counting “Ready\?”. They are far apart/,
    ],
    [
      { source: "model", quotes: [calm], unmarked_ratings: [] },
      "Mixed",
      "Read by a model, not counted",
      /^Read by a model from what people wrote/,
    ],
    [
      { source: "words", net: -1, people_count: 2, unmarked_ratings: [] },
      "Concerned",
      "Taken from people’s words, not counted",
      /lean clearly to one side/,
    ],
  ])("says where the overall view comes from: %j", async (overall, name, source, sentence) => {
    const sentiment = name.toLowerCase() as Insights["sentiment"];
    const sentimentExplanation = describeOverall(overall);
    await openInsights([
      {
        ...absent,
        insights: { ...insights, overall, sentiment, sentiment_explanation: sentimentExplanation },
      },
    ]);
    await screen.findByRole("heading", { name });
    screen.getByText(source);
    screen.getByText(sentence);
    expect(screen.queryByRole("heading", { name: "What supports it" })).toBeNull();
  });

  test("without an overall view, strengths and worries come first in people's words, and nobody's view is shown", async () => {
    const overall: OverallView = {
      source: "none",
      reason: "not_asked",
      people_count: 0,
      unmarked_ratings: [],
    };
    await openInsights([
      { ...absent, insights: { ...insights, overall, sentiment: "other" as const } },
    ]);
    await screen.findByRole("heading", { name: "No overall view" });
    screen.getByText(
      "Nobody was asked to rate, and words alone are not enough. Here is what supports it and what worries people, in their words.",
    );
    const headings = screen.getAllByRole("heading", { level: 2 }).map((found) => found.textContent);
    expect(headings.slice(1, 5)).toEqual([
      "No overall view",
      "What supports it",
      "What worries people",
      "Summary",
    ]);
    expect(headings).not.toContain("Top strength");
    expect(screen.queryByText(/in favour|hard to place|positive/i)).toBeNull();
  });

  test("leads from each rating that was left out to its question, unless that was deleted", async () => {
    const overall: OverallView = {
      source: "none",
      reason: "unmarked",
      people_count: 2,
      unmarked_ratings: [
        { question_id: 1, label: "How risky?" },
        { question_id: 99, label: "How worried?" },
      ],
    };
    const questions = [{ id: 1, label: "How risky?", type: "rating" }];
    await openInsights(
      [{ ...absent, insights: { ...insights, overall, sentiment: "other" } }],
      undefined,
      {
        [`GET /api/circles/${id}`]: {
          body: { circle: { ...circle, questions, asked_again_of: null } },
        },
      },
    );
    const link = await screen.findByRole("link", {
      name: "Say which number is good in “How risky?”",
    });
    expect(link.getAttribute("href")).toBe(`/create?edit=${id}&question=1`);
    expect(screen.queryByRole("link", { name: /How worried/ })).toBeNull();
  });

  test("says that a question's direction has changed since the insights were made", async () => {
    await openInsights([
      { ...absent, insights: { ...insights, marks_changed: "read_otherwise" as const } },
    ]);
    const note = await screen.findByRole("note");
    expect(note.textContent).toContain("You changed how a question is read.");
    expect(note.textContent).toContain("Regenerate the insights");
  });

  test("says nothing about that otherwise", async () => {
    await openInsights([{ ...absent, insights }]);
    await screen.findByRole("heading", { name: "Summary" });
    expect(screen.queryByRole("note")).toBeNull();
  });

  test("shows the quotes that a model's overall view is based on, once", async () => {
    const overall: OverallView = {
      source: "model",
      quotes: [winter, long, calm, { ...calm, text: "You are calm" }],
      unmarked_ratings: [],
    };
    await openInsights([
      { ...absent, insights: { ...insights, overall, quotes: overall.quotes, top_risk: null } },
    ]);
    const section = (await screen.findByRole("heading", { name: "Mixed" })).closest("section");
    const shown = within(section ?? document.body);
    for (const { text } of [winter, long, calm]) {
      expect(shown.getByText(text, { selector: "blockquote *" }).closest("details")).toBeNull();
    }
    shown.getByText("1 more quote");
    const highlighted = screen.getByRole("heading", { name: "Highlighted Quotes" });
    const others = within(highlighted.parentElement ?? document.body).getAllByRole("blockquote");
    expect(others.map(({ textContent }) => textContent)).toEqual(["You are calm"]);
  });

  test("plots the stance question once, even if its scale was reworded in between", async () => {
    const asked = { question_id: 2, label: stance.label, counts: stance.counts };
    const ratings = [
      { ...asked, low: "Poor fit", high: "Great fit" },
      { ...asked, low: "Against it", high: "For it" },
    ];
    await openInsights([{ ...absent, insights: { ...insights, overall: stance, ratings } }]);
    const panel = within(screen.getByRole("tabpanel", { name: "Insights" }));
    expect(await panel.findAllByText("Great fit")).toHaveLength(1);
    expect(panel.getAllByText("For it")).toHaveLength(1);
  });

  test("of a paraline that was asked again says what has changed, and plots that once", async () => {
    const { label, counts: now } = stance;
    const comparison = comparisonOf(label, { isStance: true, before: [0, 2, 1, 0, 0], now });
    const ratings = [ratingTally(label, now)];
    await openInsights(
      [{ ...absent, insights: { ...insights, overall: stance, ratings } }],
      undefined,
      askedAgain(comparison),
    );
    const panel = within(screen.getByRole("tabpanel", { name: "Insights" }));
    const region = within(await panel.findByRole("region", { name: "Then and now" }));
    await region.findByText(/^From 2\.3 to 4\.3 of 5: people are more in favour than then/);
    expect(panel.getAllByRole("img", { name: /^Ratings:/ })).toHaveLength(2);
  });

  test("of a paraline that was asked again shows what has changed before there are any insights", async () => {
    const comparison: ThenAndNow = { ...earlier, state: "locked" };
    await openInsights([absent], undefined, askedAgain(comparison));
    const panel = within(screen.getByRole("tabpanel", { name: "Insights" }));
    await panel.findByRole("button", { name: "Generate Insights" });
    await panel.findByRole("region", { name: "Then and now" });
  });

  test("is part of the address", async () => {
    const address = `/results?circle=${id}&tab=insights`;
    const { router } = await openAsOwner(address, resultsAnswers(results));
    const tab = await screen.findByRole("tab", { name: "Insights" });
    expect(tab.getAttribute("aria-selected")).toBe("true");
    await userEvent.click(screen.getByRole("tab", { name: "Encouragement" }));
    await waitFor(() =>
      expect(router.state.location.search).toBe(`?circle=${id}&tab=encouragement`),
    );
  });

  test("promises no strengths and worries if people name neither", async () => {
    const overall: OverallView = {
      source: "none",
      reason: "not_asked",
      people_count: 0,
      unmarked_ratings: [],
    };
    const nothing = { overall, sentiment: "other" as const, top_strength: null, top_risk: null };
    await openInsights([{ ...absent, insights: { ...insights, ...nothing } }]);
    await screen.findByText("Nobody was asked to rate, and words alone are not enough.");
    expect(screen.queryByRole("heading", { name: "What supports it" })).toBeNull();
  });

  test("says of people who did not rate that they did not, and not that they are hard to place", async () => {
    const people = [
      ...insights.people.slice(0, 1),
      { response_id: ben, sentiment: "other" as const },
    ];
    await openInsights([{ ...absent, insights: { ...insights, overall: stance, people } }]);
    const row = (await screen.findByText(/did not rate/)).closest("li");
    expect(row?.textContent).toContain("Ben");
  });

  test("asks for two responses first", async () => {
    await openInsights([{ ...absent, usable_count: 1 }]);
    await screen.findByText("Need at least 2 responses to generate insights.");
    expect(screen.queryByRole("button", { name: /Generate/ })).toBeNull();
  });

  test("names the model that the answers would be sent to", async () => {
    await openInsights([{ ...absent, use: { model: "gpt-5 by OpenAI" } }]);
    await screen.findByText(
      "To make insights, the answers are sent to the AI model gpt-5 by OpenAI.",
    );
  });

  test("says when the server has no insights", async () => {
    await openInsights([{ ...absent, use: "off" }]);
    await screen.findByText("Insights are turned off on this server.");
    expect(screen.queryByRole("button", { name: /Generate/ })).toBeNull();
  });

  test("generates when asked to, and never before", async () => {
    const asked = await openInsights([absent, { ...absent, insights }]);
    await screen.findByText("Two people have answered");
    expect(asked.filter(({ call }) => call.startsWith("POST /api"))).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Generate Insights" }));
    await screen.findByText("Insights generated successfully");
    // The clicked button is gone.
    expect(document.activeElement).toBe(await screen.findByRole("heading", { name: "Mixed" }));
    for (const name of ["Summary", "Key Themes", "Highlighted Quotes", "Gentle Suggestion"]) {
      screen.getByRole("heading", { name });
    }
    screen.getByText("Last updated Nov 18, 2026 at 8:42 AM");
    screen.getByText("2 new perspectives since");
    screen.getByText(/Put together on this server.*Left out: 1 answer that says nothing\./);
    screen.getByText(": Ana");
    screen.getByText(": Gentle Suggestion");
  });

  test("counts a theme's people, marks one voice, and opens the answer in place", async () => {
    await openInsights([{ ...absent, insights }]);
    await screen.findByRole("heading", { name: "Key Themes" });
    const themes = screen.getAllByRole("heading", { level: 3 });
    expect(themes.map(({ textContent }) => textContent)).toEqual(["The winter", "Calm"]);
    expect(screen.getAllByText("2 of 2 people").length).toBeGreaterThan(0);
    expect(screen.getAllByText("One voice").length).toBeGreaterThan(0);
    const panel = within(screen.getByRole("tabpanel", { name: "Insights" }));
    const [source] = panel.getAllByText("Perspective 2, Ben");
    expect(source?.closest("details")?.textContent).toContain(
      "Go for it. The winter will be long.",
    );
  });

  test("shows one quote of each person for a theme that quotes two answers of the same person", async () => {
    await openInsights([{ ...absent, insights }]);
    const theme = await screen.findByRole("heading", { name: "The winter", level: 3 });
    expect(theme.closest("li")?.textContent).toContain("2 quotes behind it");
  });

  test("shows the top strength and the top risk, with who says so", async () => {
    await openInsights([{ ...absent, insights }]);
    const strength = await screen.findByRole("heading", { name: "Top strength" });
    expect(strength.parentElement?.textContent).toContain("CalmOne voice");
    const risk = screen.getByRole("heading", { name: "Top risk" });
    expect(risk.parentElement?.textContent).toContain("The winter2 of 2 people");
    expect(risk.parentElement?.textContent).toContain(winter.text);
  });

  test.each([
    ["positive", "Positive", SunIcon],
    ["concerned", "Concerned", CloudIcon],
    ["mixed", "Mixed", CloudSunIcon],
    ["other", "Unclear", CircleMinusIcon],
  ] as const)("shows %s as a word and an icon of its own", async (sentiment, word, Icon) => {
    await openInsights([{ ...absent, insights: { ...insights, sentiment } }]);
    await screen.findByRole("heading", { name: word });
    const shown = screen.getByText("Overall view").parentElement?.querySelector("svg");
    const { container } = render(<Icon />);
    expect(shown?.outerHTML).toBe(container.innerHTML);
    expect(shown?.getAttribute("aria-hidden")).toBe("true");
  });

  test("keeps the previous text when generating again fails, and says why", async () => {
    const failed: InsightsState = {
      ...absent,
      insights,
      generation: { state: "failed", stage: null, place: null },
    };
    await openInsights(
      [{ ...absent, insights }, failed],
      refused(429, "insights_exhausted", "Ten times today."),
    );
    await userEvent.click(await screen.findByRole("button", { name: "Regenerate" }));
    await screen.findByText("Ten times today.");
    await waitFor(() => screen.getByText(/The last attempt failed/));
    screen.getByText(insights.summary_paragraph);
  });

  test("removes the text as soon as the results are locked, even if nothing else can be read", async () => {
    let isLocked = false;
    const lost = refused(500, "internal", "No.");
    await openInsights([], locked, {
      [`GET /api/circles/${id}/feedback`]: () => (isLocked ? lost : { body: results }),
      [`GET /api/circles/${id}/insights`]: () =>
        isLocked ? locked : { body: { ...absent, insights } },
    });
    await screen.findByText(insights.summary_paragraph);
    isLocked = true;
    await userEvent.click(screen.getByRole("button", { name: "Regenerate" }));
    await waitFor(() => expect(screen.queryByText(insights.summary_paragraph)).toBeNull());
    expect(screen.queryByText(calm.text, { selector: "blockquote *" })).toBeNull();
    screen.getByRole("button", { name: "Try again" });
  });

  test("shows the place in line and the progress while insights are generated elsewhere, and then shows them", async () => {
    const waiting: InsightsState = {
      ...absent,
      generation: { state: "running", stage: "waiting", place: 3 },
    };
    const running: InsightsState = {
      ...absent,
      generation: { state: "running", stage: "comparing", place: null },
    };
    await openInsights([waiting, running, { ...absent, insights }]);
    await screen.findByText("Waiting for the server. Your place in line: 3");
    await screen.findByText("Comparing what people say");
    await screen.findByRole("heading", { name: "Mixed" });
  });
});
