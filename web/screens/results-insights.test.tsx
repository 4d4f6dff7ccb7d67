import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { ThenAndNow } from "#contract/feedback/then-and-now.ts";
import type { Insights, InsightsState, OverallView } from "#contract/insights/insights.ts";
import { describeOverall } from "#contract/insights/overall-text.ts";
import { type Answers, openAsOwner, refused, resultsAnswers } from "#web/testing/app.tsx";
import {
  circle,
  createComparison,
  createResults,
  earlier,
  emptyInsights,
  noInsights,
  ratingTally,
} from "#web/testing/results.ts";
import "./results.tsx";
import { CircleMinusIcon, CloudIcon, CloudSunIcon, SunIcon } from "#web/ui/icons/icons.tsx";

const { id } = circle;
const results = createResults({
  Ana: "You are calm. The first winter worries me.",
  Ben: "Go for it. The winter will be long.",
});
const [ana = "", ben = ""] = results.responses.map((response) => response.id);

const winter = { text: "The first winter worries me.", response_id: ana, question_id: 1 };
const long = { text: "The winter will be long.", response_id: ben, question_id: 1 };
const calm = { text: "You are calm.", response_id: ana, question_id: 1 };
const insights: Insights = {
  ...emptyInsights,
  sentiment_explanation: "Nobody was asked for a rating.",
  summary_paragraph: "Two people answered. Both mention “The winter”.",
  key_themes: ["The winter", "Calm"],
  highlighted_quotes: [calm.text],
  next_step_suggestion: "Ask how the last winter went.",
  themes: [
    { text: "The winter", people_count: 2, quotes: [winter, long, calm] },
    { text: "Calm", people_count: 1, quotes: [calm] },
  ],
  quotes: [calm],
  top_strength: null,
  top_risk: { text: "The winter", people_count: 2, quotes: [winter, long] },
  suggestion_quotes: [long],
  asked: {
    strengths: { question_ids: [1], people_count: 2 },
    worries: { question_ids: [1], people_count: 2 },
  },
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
    body: { circle: { ...circle, copied_from: earlier.circle_id } },
  },
  [`GET /api/circles/${id}/then-and-now`]: { body: { comparison } },
});

describe("the Insights tab", () => {
  test("names the languages in which neither strengths nor worries are found", async () => {
    await openInsights([{ ...absent, insights: { ...insights, unread_languages: ["tr"] } }]);
    await screen.findByText("Strengths and worries cannot be found in answers in Turkish.");
  });

  test.each<[OverallView, string, string, RegExp]>([
    [
      { ...stance, is_reversed: true },
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
  });

  test("says why there is no overall view", async () => {
    await openInsights([{ ...absent, insights }]);
    await screen.findByRole("heading", { name: "No overall view" });
    screen.getByText("Nobody was asked for a rating.");
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
          body: { circle: { ...circle, questions, copied_from: null } },
        },
      },
    );
    const link = await screen.findByRole("link", {
      name: "Say which number is good in “How risky?”",
    });
    expect(link.getAttribute("href")).toBe(`/create?edit=${id}&question=1`);
    expect(screen.queryByRole("link", { name: /How worried/ })).toBeNull();
  });

  test("says that a question asks for something else since the insights were made", async () => {
    await openInsights([{ ...absent, insights: { ...insights, roles_changed: true } }]);
    const note = await screen.findByRole("note");
    expect(note.textContent).toContain("You changed what a question asks for.");
    expect(note.textContent).toContain("Regenerate the insights");
  });

  test("says nothing about that otherwise", async () => {
    await openInsights([{ ...absent, insights }]);
    await screen.findByRole("heading", { name: "Summary" });
    expect(screen.queryByRole("note")).toBeNull();
  });

  test("shows the quotes that a model's overall view is based on", async () => {
    const overall: OverallView = {
      source: "model",
      quotes: [winter, long, calm, { ...calm, text: "You are calm" }],
      unmarked_ratings: [],
    };
    await openInsights([
      { ...absent, insights: { ...insights, overall, quotes: overall.quotes, top_risk: null } },
    ]);
    const section = (await screen.findByRole("heading", { name: "Mixed" })).closest("section");
    const shown = within(section ?? document.body).getAllByRole("blockquote");
    expect(shown.map(({ textContent }) => textContent)).toContain(long.text);
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

  test("the Insights tab of a paraline that was asked again says what has changed, and plots that once", async () => {
    const { label, counts: now } = stance;
    const comparison = createComparison(label, { isStance: true, before: [0, 2, 1, 0, 0], now });
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

  test("the Insights tab of a paraline that was asked again shows what has changed before there are any insights", async () => {
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
    expect(document.activeElement).toBe(
      await screen.findByRole("heading", { name: "No overall view" }),
    );
    for (const name of ["Summary", "Key Themes", "Highlighted Quotes", "Gentle Suggestion"]) {
      screen.getByRole("heading", { name });
    }
    screen.getByText("Last updated Nov 18, 2026 at 8:42 AM");
    screen.getByText("2 new perspectives since");
    screen.getByText(/Counted on this server.*Left out: 1 answer that says nothing\./);
  });

  test("counts a theme's people, marks one voice, and opens the answer in place", async () => {
    await openInsights([{ ...absent, insights }]);
    await screen.findByRole("heading", { name: "Key Themes" });
    const themes = screen.getAllByRole("heading", { level: 3 });
    expect(themes.map(({ textContent }) => textContent)).toEqual(["The winter", "Calm"]);
    screen.getByText("2 of 2 people");
    screen.getByText("One voice");
    screen.getByText(/^Words that (several )?people use\./);
    const panel = within(screen.getByRole("tabpanel", { name: "Insights" }));
    const [source] = panel.getAllByText("Perspective 2, Ben");
    expect(source?.closest("details")?.textContent).toContain(
      "Go for it. The winter will be long.",
    );
  });

  test("shows one quote of each person for a theme that quotes two answers of the same person", async () => {
    await openInsights([{ ...absent, insights }]);
    const theme = await screen.findByRole("heading", { name: "The winter", level: 3 });
    const quotes = theme.closest("li")?.querySelectorAll("blockquote");
    expect([...(quotes ?? [])].map(({ textContent }) => textContent)).toEqual([
      winter.text,
      long.text,
    ]);
  });

  test("says what several people name who were asked, with their words, and leads to the answers where they share nothing", async () => {
    await openInsights([{ ...absent, insights }]);
    const worry = await screen.findByText("Asked what worries them, 2 of 2 mention: The winter");
    expect(worry.closest("details")?.textContent).toContain(long.text);
    const nothing = screen.getByRole("link", {
      name: "No strength could be counted with certainty",
    });
    expect(nothing.getAttribute("href")).toBe(
      `/results?circle=${id}&tab=feedback&by=question#question-1`,
    );
  });

  test("says at most 100 words of its own", async () => {
    const theme = (text: string) => ({ text, people_count: 2, quotes: [winter, long] });
    const overall = { ...stance, question_id: 1 };
    const asked = { question_id: 1, label: stance.label, counts: stance.counts };
    await openInsights([
      {
        ...absent,
        insights: {
          ...insights,
          overall,
          ratings: [{ ...asked, low: "Poor fit", high: "Great fit" }],
          summary_paragraph: `Two people answered. Both mention “Winter”, both “Bread”, both “Oven”. Asked “${stance.label}”, they say 4.3 of 5, some way apart.`,
          themes: ["Winter", "Bread", "Oven"].map(theme),
          next_step_suggestion: `“${long.text}”`,
          left_out: { junk_answers: 0, opted_out: 0 },
          new_responses_count: 0,
        },
      },
    ]);
    await screen.findByRole("heading", { name: "Key Themes" });
    const page = screen.getByRole("tabpanel", { name: "Insights" }).cloneNode(true) as HTMLElement;
    // Quotes, questions, titles and plots are people's.
    for (const part of page.querySelectorAll("figure, h3, h3 + p, .sr-only, svg, [role=img]")) {
      part.remove();
    }
    const texts = [];
    const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode.textContent);
    const ours = texts.join(" ").replaceAll(/“[^”]*”/gu, "");
    const words = ours.match(/[\p{L}\p{N}]\S*/gu) ?? [];
    expect(words.length, words.join(" ")).toBeLessThanOrEqual(100);
  });

  test("leads from every number of the summary to what is behind it", async () => {
    await openInsights([{ ...absent, insights }]);
    const everyone = await screen.findByRole("link", { name: "Two" });
    const theme = screen.getByRole("link", { name: "Both" });
    expect(everyone?.getAttribute("href")).toContain("by=question");
    expect(theme?.getAttribute("href")).toBe(`#theme-${circle.id}-1`);
    const summary = screen.getByRole("heading", { name: "Summary" }).parentElement;
    const links = summary?.querySelectorAll("p.prose a");
    expect([...(links ?? [])].map(({ textContent }) => textContent)).toEqual(["Two", "Both"]);
  });

  test("shows advice once, word for word, with who wrote it", async () => {
    const advice = { ...insights, next_step_suggestion: `“${long.text}”` };
    await openInsights([{ ...absent, insights: advice }]);
    const heading = await screen.findByRole("heading", { name: "Gentle Suggestion" });
    const section = within(heading.parentElement ?? document.body);
    expect(
      section.getAllByText(long.text, { exact: false, selector: "blockquote *, p" }),
    ).toHaveLength(1);
    section.getByText("Perspective 2, Ben");
  });

  test.each([
    ["positive", "Positive", SunIcon],
    ["concerned", "Concerned", CloudIcon],
    ["mixed", "Mixed", CloudSunIcon],
    ["other", "Unclear", CircleMinusIcon],
  ] as const)("shows %s as a word and an icon of its own", async (sentiment, word, Icon) => {
    await openInsights([{ ...absent, insights: { ...insights, overall: stance, sentiment } }]);
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
    screen.getByText("“The winter”", { exact: false, selector: "p" });
  });

  test("removes the text as soon as the results are locked, even if nothing else can be read", async () => {
    let isLocked = false;
    const lost = refused(500, "internal", "No.");
    await openInsights([], locked, {
      [`GET /api/circles/${id}/feedback`]: () => (isLocked ? lost : { body: results }),
      [`GET /api/circles/${id}/insights`]: () =>
        isLocked ? locked : { body: { ...absent, insights } },
    });
    await screen.findByText("“The winter”", { exact: false, selector: "p" });
    isLocked = true;
    await userEvent.click(screen.getByRole("button", { name: "Regenerate" }));
    await waitFor(() =>
      expect(screen.queryByText("“The winter”", { exact: false, selector: "p" })).toBeNull(),
    );
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
    await screen.findByRole("heading", { name: "No overall view" });
  });
});
