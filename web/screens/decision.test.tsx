import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { Account } from "#contract/account.ts";
import {
  type Decision,
  type DecisionChanges,
  emptyDecision,
  type Recap,
} from "#contract/decisions.ts";
import { account, openAsOwner, ownAnswersAnswer } from "#web/testing/app.tsx";
import { circle } from "#web/testing/results.ts";
import "./decision.tsx";

const { id } = circle;
const copyId = "0c0f9a3e-3f7c-4c1e-9a52-1d2b3c4d5e6f";
const recap: Extract<Recap, { state: "readable" }> = {
  state: "readable",
  visibility: "readable",
  fit: {
    state: "rated",
    average: 4.2,
    ratings_count: 5,
    left_out_count: 0,
    counts: [0, 0, 1, 2, 2],
    low: "Poor fit",
    high: "Great fit",
  },
  choices: [
    {
      question_id: 3,
      label: "What should I do?",
      options: ["Take it", "Wait a year"],
      counts: [1, 4],
    },
  ],
  insights: {
    state: "ready",
    overall: { name: "None", source: "Nobody was asked for a rating" },
    top_strength: { text: "Deep listening", people_count: 2 },
    top_risk: null,
  },
};

const nothingOpen = { is_locked: false, responses_count: 1, visibility: "readable" } as const;

/** The screen with a server that stores what it is sent. */
async function openDecision(
  given: {
    decision?: Partial<Decision>;
    recap?: Recap;
    audience?: { recipients_count: number; left_out_count: number };
    account?: Account;
    /** What another tab has saved by the time of the first save here. */
    elsewhere?: DecisionChanges;
  } = {},
) {
  let decision: Decision = { ...emptyDecision(id), ...given.decision };
  const at = `/api/circles/${id}/decision`;
  const app = await openAsOwner(`/decision?circle=${id}`, {
    "GET /api/account": { body: given.account ?? account },
    [`GET /api/circles/${id}`]: { body: { circle } },
    ...ownAnswersAnswer(nothingOpen),
    [`GET ${at}`]: () => ({
      body: {
        decision,
        recap: given.recap ?? recap,
        audience: given.audience ?? { recipients_count: 3, left_out_count: 1 },
      },
    }),
    [`PATCH ${at}`]: (body) => {
      for (const changes of [given.elsewhere ?? {}, body as DecisionChanges]) {
        const { fields, closing, ...plain } = changes;
        decision = {
          ...decision,
          ...plain,
          version: decision.version + 1,
          fields: { ...decision.fields, affirm: { ...decision.fields.affirm, ...fields?.affirm } },
          closing: { ...decision.closing, ...closing },
        };
      }
      return { body: { decision } };
    },
    [`POST /api/circles/${id}/duplicate`]: { body: { circle: { ...circle, id: copyId } } },
    [`POST ${at}/closing-letter`]: (body) => {
      const parts = body as { heard: string; decided: string; thanks: string };
      const closing = { ...parts, sent_on: "2026-11-18", sent_count: 3 };
      decision = { ...decision, closing, version: decision.version + 1 };
      return { body: { decision } };
    },
  });
  await screen.findByText("Recap");
  return app;
}

const heading = () => screen.getByRole("heading", { level: 1 });

describe("/decision", () => {
  test("offers four paths; choosing one is saved and shows its fields, changing it loses nothing", async () => {
    const { asked } = await openDecision();
    expect(heading().textContent).toBe("The bakery question Choose your next step");
    expect(screen.getByRole("link", { name: "Results" }).getAttribute("aria-current")).toBe("page");
    await userEvent.click(screen.getByRole("button", { name: /^Affirm \+ Commit/ }));
    expect(heading().textContent).toBe("The bakery question Affirm + Commit");
    expect(document.activeElement).toBe(heading());
    for (const label of ["Why I'm committing", "First 3 steps", "Check-in buddy"]) {
      expect(screen.getByLabelText(label)).toBeTruthy();
    }
    await userEvent.type(screen.getByLabelText("Why I'm committing"), "I know");
    await userEvent.click(screen.getByRole("button", { name: "Choose different path" }));
    expect(heading().textContent).toBe("The bakery question Choose your next step");
    expect(screen.getByRole("button", { name: /Your path so far/ }).textContent).toContain(
      "Affirm",
    );
    await userEvent.click(screen.getByRole("button", { name: /^Phone-a-Mentor/ }));
    await userEvent.click(screen.getByRole("button", { name: "Change" }));
    await userEvent.click(screen.getByRole("button", { name: /^Affirm \+ Commit/ }));
    expect(screen.getByLabelText("Why I'm committing")).toHaveProperty("value", "I know");
    const saved = asked.filter(({ call }) => call.startsWith("PATCH")).map(({ body }) => body);
    expect(saved[0]).toEqual({ path: "affirm" });
    expect(saved).toContainEqual({ fields: { affirm: { why: "I know" } } });
  });

  test("shows what people said, with its spread", async () => {
    await openDecision();
    const facts = screen.getByRole("complementary", { name: "Recap" });
    expect(within(facts).getByText("Average fit")).toBeTruthy();
    expect(within(facts).getByText(/4\.2\/5/).textContent).toContain("from 5 ratings");
    expect(within(facts).getByRole("img").getAttribute("aria-label")).toMatch(/one at 3, two at 4/);
    expect(within(facts).getByText("Deep listening (at least 2 people)")).toBeTruthy();
    expect(within(facts).getByText("Nothing could be counted with certainty")).toBeTruthy();
  });

  test("speaks of a fit only if people rated one", async () => {
    const fit = { ...recap.fit, low: "Low", high: "High" };
    await openDecision({ recap: { ...recap, fit } as Recap });
    screen.getByText("Average rating");
    expect(screen.queryByText("Average fit")).toBeNull();
  });

  test.each([
    [{ ...recap, fit: { state: "not_asked" } } as Recap, "No ratings asked"],
    [{ ...recap, fit: { state: "none_yet" } } as Recap, "No ratings yet"],
    [
      { ...recap, visibility: "sealed", fit: { state: "none_yet" } } as Recap,
      "Sealed until your paraline closes",
    ],
    [{ ...recap, insights: { state: "off" } } as Recap, "Insights are turned off"],
  ])("says why there is nothing: %#", async (given, words) => {
    await openDecision({ recap: given });
    expect(screen.getAllByText(words, { exact: false }).length).toBeGreaterThan(0);
  });

  test("leads to the insights that are missing, and to the unlock of what is locked", async () => {
    const app = await openDecision({ recap: { ...recap, insights: { state: "none" } } as Recap });
    const [first] = screen.getAllByRole("link", { name: "Generate insights to see this" });
    expect(first?.getAttribute("href")).toBe(`/results?circle=${id}`);
    app.unmount();
    await openDecision({ recap: { state: "locked" } });
    const unlock = screen.getByRole("link", { name: "View Unlock Options" });
    expect(unlock.getAttribute("href")).toBe(`/results?circle=${id}`);
    expect(screen.queryByText(/4\.2/)).toBeNull();
  });

  test.each([
    ["none_yet", "No answers yet"],
    ["sealed", "Sealed until your paraline closes"],
    ["too_few", "Fewer than 3 people answered, so nothing is shown."],
  ] as const)("leads to no insights before there are answers: %s", async (visibility, words) => {
    const given = { ...recap, visibility, insights: { state: "none" } } as Recap;
    await openDecision({ recap: given });
    expect(screen.getAllByText(words).length).toBeGreaterThanOrEqual(2);
    expect(screen.queryByRole("link", { name: /Generate insights/ })).toBeNull();
  });

  test("a review date needs no path, and says that there is none until it is chosen", async () => {
    const { asked } = await openDecision({ decision: { version: 1 } });
    const field = screen.getByLabelText("Review date");
    expect(screen.getByText("No review date").closest("[data-empty]")?.contains(field)).toBe(true);
    fireEvent.input(field, { target: { value: "2031-02-04" } });
    fireEvent.blur(field);
    await waitFor(() => {
      expect(asked.find(({ call }) => call.startsWith("PATCH"))?.body).toEqual({
        review_date: "2031-02-04",
      });
    });
    expect(screen.queryByText("No review date")).toBeNull();
    // It is shown in three places, but read out once.
    await waitFor(() => {
      const read = screen.getAllByRole("status").filter((line) => line.textContent === "Saved");
      expect(read).toHaveLength(1);
    });
  });

  test("shows what happened from the review date on", async () => {
    const app = await openDecision({ decision: { path: "pause" } });
    expect(screen.queryByLabelText("What happened")).toBeNull();
    expect(screen.queryByRole("region", { name: "Review" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Ask the same board again" })).toBeNull();
    app.unmount();
    const { asked } = await openDecision({
      decision: { path: "pause", can_review: true, prediction: "I will rest", confidence: 70 },
    });
    const happened = screen.getByLabelText("What happened");
    const review = within(screen.getByRole("region", { name: "Review" }));
    for (const words of ["I will rest", "70%", "Deep listening (at least 2 people)"]) {
      expect(review.getByText(words)).toBeTruthy();
    }
    expect(screen.getAllByText("Recap")).toHaveLength(1);
    await userEvent.type(happened, "I slept.");
    fireEvent.blur(happened);
    const saved = () =>
      asked.filter(({ call }) => call.startsWith("PATCH")).map(({ body }) => body);
    await waitFor(() => expect(saved()).toEqual([{ what_happened: "I slept." }]));
    const cameTrue = review.getByLabelText("Did it come true?");
    await userEvent.selectOptions(cameTrue, "Partly");
    fireEvent.blur(cameTrue);
    await waitFor(() => expect(saved()[1]).toEqual({ came_true: "partly" }));
    await userEvent.selectOptions(cameTrue, "Not said");
    fireEvent.blur(cameTrue);
    await waitFor(() => expect(saved()[2]).toEqual({ came_true: null }));
  });

  test("asks whether it came true only if something was predicted", async () => {
    await openDecision({ decision: { can_review: true } });
    expect(screen.getByLabelText("What happened")).toBeTruthy();
    expect(screen.queryByLabelText("Did it come true?")).toBeNull();
  });

  test("asks the same board again with one click", async () => {
    const { asked, router } = await openDecision({ decision: { can_review: true } });
    await userEvent.click(screen.getByRole("button", { name: "Ask the same board again" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/share"));
    expect(router.state.location.search).toBe(`?circle=${copyId}`);
    const { body } = asked.find(({ call }) => call.endsWith("/duplicate")) ?? {};
    expect(body).toMatchObject({ with_people: true });
  });

  test.each([
    [true, /^On this day you get your plan by email/],
    [false, /No email will be sent: “Circle deadline reminders” is off/],
  ])(
    "promises an email on the review date only to owners who want emails about dates: %s",
    async (isWanted, words) => {
      const wanting = { ...account, notify_deadlines: isWanted };
      await openDecision({ decision: { path: "pause" }, account: wanting });
      const hint = await screen.findByText(words);
      const describedBy = screen.getByLabelText("Review date").getAttribute("aria-describedby");
      expect(describedBy?.split(" ")).toContain(hint.id);
    },
  );

  test("says that another tab has newer text, and shows it when asked to", async () => {
    const affirm = { why: "Theirs", check_in_buddy: "Ruth" };
    await openDecision({ decision: { path: "affirm" }, elsewhere: { fields: { affirm } } });
    const why = screen.getByLabelText("Why I'm committing");
    await userEvent.type(why, "Mine");
    fireEvent.blur(why);
    await screen.findAllByText("Another tab or device has newer text.");
    expect(screen.getByLabelText("Check-in buddy")).toHaveProperty("value", "");
    const [show] = screen.getAllByRole("button", { name: "Show the newer text" });
    await userEvent.click(show as HTMLElement);
    expect(screen.getByLabelText("Check-in buddy")).toHaveProperty("value", "Ruth");
    expect(screen.getByLabelText("Why I'm committing")).toHaveProperty("value", "Mine");
    expect(screen.queryByText("Another tab or device has newer text.")).toBeNull();
  });

  test("sends the closing letter once, after a preview", async () => {
    const { asked } = await openDecision({ decision: { path: "pause" } });
    const open = screen.getByRole("button", { name: "Preview and send" });
    expect(screen.getByText("Write at least one of the three parts first.")).toBeTruthy();
    await userEvent.click(open);
    expect(screen.queryByRole("dialog")).toBeNull();
    await userEvent.type(screen.getByLabelText("What I heard"), "Take your time.");
    expect(screen.getByText(/It goes to 3 people, whether or not they answered\. 1 person is/));
    await userEvent.click(open);
    const dialog = await screen.findByRole("dialog", { name: "Send this to 3 people?" });
    expect(within(dialog).getByText("Take your time.")).toBeTruthy();
    const sendButton = within(dialog).getByRole("button", { name: "Send to 3 people" });
    await userEvent.dblClick(sendButton);
    await screen.findByText("Sent on Nov 18, 2026 to 3 people.");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(asked.filter(({ call }) => call.startsWith("POST"))).toHaveLength(1);
    expect(screen.queryByRole("button", { name: "Preview and send" })).toBeNull();
  });

  test("folds what follows the choice until a path is chosen, unless there is something in it", async () => {
    const fold = (title: string) => screen.getByRole("heading", { name: title }).closest("details");
    await openDecision({ decision: { prediction: "I will rest" } });
    expect(fold("Looking ahead")?.open).toBe(true);
    expect(fold("Close the loop")?.open).toBe(false);
    await userEvent.click(screen.getByRole("button", { name: /^Pause/ }));
    expect(fold("Close the loop")?.open).toBe(true);
  });

  test("lets the owner close the loop before a path is chosen, and shows what was sent while they choose again", async () => {
    const { asked } = await openDecision();
    expect(heading().textContent).toBe("The bakery question Choose your next step");
    await userEvent.type(screen.getByLabelText("Thank you"), "You helped.");
    await userEvent.click(screen.getByRole("button", { name: "Preview and send" }));
    const dialog = await screen.findByRole("dialog", { name: "Send this to 3 people?" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Send to 3 people" }));
    await screen.findByText("Sent on Nov 18, 2026 to 3 people.");
    expect(asked.find(({ call }) => call.startsWith("POST"))?.body).toEqual({
      heard: "",
      decided: "",
      thanks: "You helped.",
    });
    await userEvent.click(screen.getByRole("button", { name: /^Pause/ }));
    await userEvent.click(screen.getByRole("button", { name: "Change" }));
    expect(heading().textContent).toBe("The bakery question Choose your next step");
    expect(screen.getByText("You helped.")).toBeTruthy();
  });

  test("writes the given paraline into the address, and says so when there is none", async () => {
    const { router } = await openAsOwner("/decision?circle=nothing", {
      "GET /api/account": { body: account },
    });
    await screen.findByRole("button", { name: "Try again" });
    expect(screen.getAllByText("Failed to load circle data").length).toBeGreaterThan(0);
    await router.navigate("/decision", { state: { circleId: id } });
    await waitFor(() => expect(router.state.location.search).toBe(`?circle=${id}`));
    await router.navigate("/decision");
    expect(await screen.findByRole("link", { name: "Choose a paraline" })).toBeTruthy();
  });
});
