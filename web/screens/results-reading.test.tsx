import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { Results } from "#contract/feedback/feedback.ts";
import type { KeptAnswer } from "#contract/feedback/kept-answers.ts";
import type { ThenAndNow } from "#contract/feedback/then-and-now.ts";
import type { Insights } from "#contract/insights/insights.ts";
import { type Answers, openAsOwner, refused, resultsAnswers } from "#web/testing/app.tsx";
import {
  circle,
  createComparison,
  createResults,
  earlier,
  emptyInsights,
  noInsights,
} from "#web/testing/results.ts";
import "./results.tsx";

const { id } = circle;
const results = createResults({
  Ana: "You are calm. The winter worries me.",
  Ben: "Go for it. Crème fraîche!",
  Cleo: "I would wait.",
});
const [ana = "", ben = "", cleo = ""] = results.responses.map((response) => response.id);

const insights = (themes: Insights["themes"], newCount = 0) => ({
  ...noInsights,
  insights: { ...emptyInsights, themes, new_responses_count: newCount },
});

interface Given {
  search?: string;
  kept?: KeptAnswer[];
  state?: object;
  more?: Answers;
  about?: object;
}

/** Opens All Feedback, and waits until it is there. */
async function openReading({ search = "", kept = [], state, more, about }: Given = {}) {
  const body: Results = { ...results, kept };
  const opened = await openAsOwner(`/results?circle=${id}${search}`, {
    ...resultsAnswers(body, about),
    [`GET /api/circles/${id}/insights`]: { body: state ?? noInsights },
    ...more,
  });
  await screen.findByRole("radio", { name: "By person" });
  return opened;
}

const theme = {
  text: "The winter",
  people_count: 2,
  quotes: [
    { text: "The winter worries me.", response_id: ana, question_id: 1 },
    { text: "I would wait.", response_id: cleo, question_id: 1 },
  ],
};

describe("the facts under the title", () => {
  test("are the deadline while it is open", async () => {
    await openReading({ about: { deadline: "2026-12-01" } });
    screen.getByText("Dec 01, 2026");
    expect(screen.queryByText(/Completed/)).toBeNull();
  });

  test("are since when it is completed, and no deadline, once it has closed", async () => {
    const closed = { status: "completed", closed_on: "2026-11-28" };
    await openReading({ about: { ...closed, deadline: "2026-12-01" } });
    screen.getByText("Completed: Nov 28, 2026");
    expect(screen.queryByText("Dec 01, 2026")).toBeNull();
  });
});

describe("the order in which answers are read", () => {
  test("is by person at first, and follows the address", async () => {
    const { router } = await openReading();
    expect(screen.getByRole("article", { name: "Perspective 1, Ana" })).toBeTruthy();
    await userEvent.click(screen.getByRole("radio", { name: "By question" }));
    const question = screen.getByRole("region", { name: "What do you see?" });
    expect(
      within(question)
        .getAllByRole("term")
        .map(({ textContent }) => textContent),
    ).toEqual(["Perspective 1, Ana", "Perspective 2, Ben", "Perspective 3, Cleo"]);
    expect(router.state.location.search).toBe(`?circle=${id}&by=question`);
  });

  test("is changed with the arrow keys", async () => {
    await openReading();
    await userEvent.click(screen.getByRole("radio", { name: "By person" }));
    await userEvent.keyboard("{ArrowRight}");
    expect(screen.getByRole("radio", { name: "By question" })).toHaveProperty("checked", true);
    expect(document.activeElement).toBe(screen.getByRole("radio", { name: "By question" }));
    expect(screen.getByRole("region", { name: "What do you see?" })).toBeTruthy();
  });

  test("is by theme if the address says so, with answers that no theme quotes among the others", async () => {
    await openReading({ search: "&by=theme", state: insights([theme], 2) });
    const winter = await screen.findByRole("region", { name: "The winter" });
    expect(
      within(winter)
        .getAllByRole("term")
        .map(({ textContent }) => textContent),
    ).toEqual([
      "Perspective 1, Ana, to “What do you see?”",
      "Perspective 3, Cleo, to “What do you see?”",
    ]);
    const others = screen.getByRole("region", { name: "Other answers" });
    expect(within(others).getByText(/Go for it/)).toBeTruthy();
    expect(screen.getByText(/^2 new perspectives since the insights/)).toBeTruthy();
  });

  test("reading answers by theme leads to the insights if there are no themes yet", async () => {
    await openReading({ search: "&by=theme" });
    await userEvent.click(await screen.findByRole("button", { name: "Go to Insights" }));
    expect(screen.getByRole("tab", { name: "Insights" })).toHaveProperty("ariaSelected", "true");
  });

  test.each([
    [{ ...noInsights, use: "off" }, /which are turned off on this server/],
    [{ ...noInsights, usable_count: 1 }, /need at least 2 responses/],
    [insights([]), /found no themes/],
  ])("reading answers by theme says why there are no themes: %#", async (state, sentence) => {
    await openReading({ search: "&by=theme", state });
    expect(await screen.findByText(sentence)).toBeTruthy();
  });
});

describe("searching within answers", () => {
  const search = () => screen.getByRole("textbox", { name: "Search within answers" });

  test("shows the answers that contain the words, marks them and says how many they are", async () => {
    await openReading();
    await userEvent.type(search(), "creme FRAICHE");
    expect(await screen.findByRole("status")).toHaveProperty(
      "textContent",
      "1 answer contains “creme FRAICHE”.",
    );
    await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(1));
    expect(document.querySelector("mark")?.textContent).toBe("Crème fraîche");
    await userEvent.click(screen.getByRole("radio", { name: "By question" }));
    expect(screen.getAllByRole("term")).toHaveLength(1);
  });

  test("says that nothing was found, and Escape clears it", async () => {
    await openReading();
    await userEvent.type(search(), "summer");
    expect(await screen.findByText("No answer contains “summer”.")).toBeTruthy();
    expect(screen.queryByRole("article")).toBeNull();
    await userEvent.type(search(), "{Escape}");
    await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(3));
    expect(search()).toHaveProperty("value", "");
    expect(document.activeElement).toBe(search());
  });
});

describe("keeping an answer", () => {
  const first = { response_id: ana, question_id: 1 };
  const path = `/api/circles/${id}/feedback/${ana}/answers/1/kept`;
  const star = (name: RegExp) => screen.getByRole("button", { name });

  test("shows at once and is stored; clicking the star again stops keeping it", async () => {
    let kept: KeptAnswer[] = [];
    const store = (after: KeptAnswer[]) => () => {
      kept = after;
      return { body: { kept } };
    };
    const { asked } = await openReading({
      more: {
        [`GET /api/circles/${id}/feedback`]: () => ({ body: { ...results, kept } }),
        [`PUT ${path}`]: store([first]),
        [`DELETE ${path}`]: store([]),
      },
    });
    const name = /^Keep the answer of Perspective 1, Ana to “What do you see\?”$/;
    await userEvent.click(star(name));
    expect(star(name).getAttribute("aria-pressed")).toBe("true");
    await waitFor(() => expect(asked.map(({ call }) => call)).toContain(`PUT ${path}`));
    await userEvent.click(star(name));
    expect(star(name).getAttribute("aria-pressed")).toBe("false");
    await waitFor(() => expect(asked.map(({ call }) => call)).toContain(`DELETE ${path}`));
  });

  test("is undone with a message when it could not be stored", async () => {
    await openReading({
      more: { [`PUT ${path}`]: refused(500, "internal", "Something went wrong on our side.") },
    });
    await userEvent.click(star(/Perspective 1/));
    expect(await screen.findByText("Something went wrong on our side.")).toBeTruthy();
    await waitFor(() => expect(star(/Perspective 1/).getAttribute("aria-pressed")).toBe("false"));
  });

  test("is what “Kept only” shows, together with a search", async () => {
    const kept = [first, { response_id: ben, question_id: 1 }];
    await openReading({ kept });
    await userEvent.click(screen.getByRole("button", { name: /^Kept only/ }));
    await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(2));
    await userEvent.type(screen.getByRole("textbox"), "winter");
    await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(1));
    expect(screen.getByText("1 kept answer contains “winter”.")).toBeTruthy();
  });

  test("an owner who stops keeping an answer while only kept answers are shown leaves the focus at the filter", async () => {
    const kept = [first, { response_id: ben, question_id: 1 }];
    await openReading({
      kept,
      more: { [`DELETE ${path}`]: { body: { kept: kept.slice(1) } } },
    });
    await userEvent.click(screen.getByRole("button", { name: /^Kept only/ }));
    await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(2));
    await userEvent.click(star(/Perspective 1/));
    expect(document.activeElement).toBe(screen.getByRole("button", { name: /^Kept only/ }));
  });

  test("is explained by “Kept only” while nothing has been kept", async () => {
    await openReading();
    await userEvent.click(screen.getByRole("button", { name: /^Kept only/ }));
    expect(await screen.findByText(/You have not kept any answer yet/)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Show all answers" }));
    expect(screen.getAllByRole("article")).toHaveLength(3);
  });
});

describe("setting a perspective aside", () => {
  const path = `PUT /api/circles/${id}/feedback/${ben}/set-aside`;
  const nameOfBen = { name: "Perspective 2, Ben" };

  test("leaves it where it is and out of everything else, and keeps the focus on its button", async () => {
    const [first, second, third] = results.responses;
    if (!(first && second && third)) throw new Error("three people answered");
    const left = {
      ...results,
      responses_count: 2,
      responses: [first, third],
      set_aside: [{ ...second, note: null }],
    };
    let now: Results = results;
    await openReading({
      more: {
        [`GET /api/circles/${id}/feedback`]: () => ({ body: now }),
        [path]: () => {
          now = left;
          return { body: left };
        },
      },
    });
    const inBen = within(screen.getByRole("article", nameOfBen));
    await userEvent.click(inBen.getByRole("button", { name: "Set aside" }));
    const button = await inBen.findByRole("button", { name: "Bring back" });
    expect(document.activeElement).toBe(button);
    await userEvent.click(screen.getByRole("radio", { name: "By question" }));
    expect(screen.queryByText(/Crème fraîche/)).toBeNull();
    await userEvent.click(screen.getByRole("radio", { name: "By person" }));
    const search = screen.getByRole("textbox", { name: "Search within answers" });
    await userEvent.type(search, "winter");
    await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(1));
    expect(screen.queryByRole("button", { name: "Set aside" })).toBeNull();
  });

  test("says so if it was not saved", async () => {
    await openReading({ more: { [path]: refused(503, "unavailable", "Not right now.") } });
    const inBen = within(screen.getByRole("article", nameOfBen));
    await userEvent.click(inBen.getByRole("button", { name: "Set aside" }));
    expect(await screen.findByText(/Not right now/)).toBeTruthy();
    expect(inBen.getByRole("button", { name: "Set aside" })).toBeTruthy();
  });
});

describe("then and now", () => {
  const label = "How well does it fit?";
  const open = (comparison: ThenAndNow) =>
    openReading({
      about: { copied_from: earlier.circle_id },
      more: { [`GET /api/circles/${id}/then-and-now`]: { body: { comparison } } },
    });

  /** The Insights tab shows it too. */
  const allFeedback = () => within(screen.getByRole("tabpanel", { name: "All Feedback" }));

  test("shows both plots of a question with their people and days", async () => {
    const [before, now] = [
      [0, 2, 0, 0, 0],
      [0, 0, 0, 0, 1],
    ];
    await open(createComparison(label, { isStance: false, before, now }));
    const section = within(await allFeedback().findByRole("region", { name: "Then and now" }));
    expect(await section.findByText(/2 people, Nov 02, 2025 to Nov 09, 2025/)).toBeTruthy();
    expect(section.getByText(/1 person, Nov 02, 2026/)).toBeTruthy();
    expect(section.getAllByRole("img").map((plot) => plot.getAttribute("aria-label"))).toEqual([
      "Ratings: two at 2. Average 2.0 of 5.",
      "Ratings: one at 5. Average 5.0 of 5.",
    ]);
    expect(section.getByRole("link", { name: earlier.title }).getAttribute("href")).toBe(
      `/results?circle=${earlier.circle_id}`,
    );
  });

  test.each([
    [{ ...earlier, state: "locked" as const }, /is locked\. Once you unlock it/],
    [{ ...earlier, state: "nothing_to_read" as const }, /There is nothing to read of/],
  ])("says why nothing is compared: %#", async (comparison, sentence) => {
    await open(comparison);
    expect(await allFeedback().findByText(sentence)).toBeTruthy();
  });

  test("is not shown for a paraline that is not a copy", async () => {
    const { asked } = await openReading({ about: { copied_from: null } });
    expect(screen.queryByRole("heading", { name: "Then and now" })).toBeNull();
    expect(asked.map(({ call }) => call)).not.toContain(`GET /api/circles/${id}/then-and-now`);
  });
});
