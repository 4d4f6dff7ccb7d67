import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { ReadableResponse, Results } from "#contract/feedback/feedback.ts";
import { AnswersAtAGlance } from "./answers-at-a-glance.tsx";
import { EncouragementList } from "./encouragement-list.tsx";
import { ResponseList } from "./response-list.tsx";
import type { SetAsideChange } from "./use-set-response-aside.ts";

const rating = (answer: number): ReadableResponse["answers"][number] => ({
  question_id: 2,
  label: "How well does it fit?",
  type: "rating",
  rating_labels: { low: "Poor fit", middle: "Neutral", high: "Great fit" },
  answer,
});

const response = (number: number, changes: Partial<ReadableResponse> = {}): ReadableResponse => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  number,
  first_name: null,
  received_on: "2026-11-14",
  edited_on: null,
  answers: [rating(3)],
  ...changes,
});

const state = { query: "", kept: [], onKeep: () => undefined };

function List({
  responses,
  setAside = [],
  onSetAside,
}: {
  responses: ReadableResponse[];
  setAside?: Results["set_aside"];
  onSetAside?: (change: SetAsideChange) => void;
}) {
  return (
    <>
      <AnswersAtAGlance responses={responses} questions={[]} />
      <ResponseList
        responses={responses}
        setAside={setAside}
        changingId={undefined}
        onSetAside={onSetAside}
        state={state}
      />
    </>
  );
}

it("every response is shown under its number, name and day, each answer under its question", () => {
  const text = { question_id: 1, label: "What do you see?", type: "textarea", answer: "A door." };
  const orphan = { question_id: 7, label: null, type: "textarea", answer: "Still here." };
  render(
    <List
      responses={[
        response(1, {
          first_name: "Anna",
          answers: [text, orphan] as ReadableResponse["answers"],
        }),
        response(2, { edited_on: "2026-11-16" }),
      ]}
    />,
  );
  const first = screen.getByRole("article", { name: "Perspective 1, Anna" });
  expect(within(first).getByText("Received Nov 14, 2026")).toBeTruthy();
  expect(within(first).getByText("What do you see?")).toBeTruthy();
  expect(within(first).getByText("A door.")).toBeTruthy();
  expect(within(first).getByText("Question 7")).toBeTruthy();
  const second = screen.getByRole("article", { name: "Perspective 2" });
  expect(within(second).getByText("Received Nov 14, 2026 · Edited Nov 16, 2026")).toBeTruthy();
  expect(within(second).getByText("3").parentElement?.textContent).toBe("3 of 5");
});

it("a response that is set aside stays in its place, without stars, and is brought back with one click", async () => {
  const changes: SetAsideChange[] = [];
  const [first, second, third] = [response(1), response(2), response(3)];
  render(
    <List
      responses={[first, third]}
      setAside={[{ ...second, note: "Keep on." }]}
      onSetAside={(change) => changes.push(change)}
    />,
  );
  const articles = screen.getAllByRole("article");
  expect(articles.map((one) => within(one).getByRole("heading").textContent)).toEqual([
    "Perspective 1",
    "Perspective 2",
    "Perspective 3",
  ]);
  const aside = screen.getByRole("article", { name: "Perspective 2" });
  expect(within(aside).getByText(/^Set aside: left out of counts/)).toBeTruthy();
  expect(within(aside).getByText("Keep on.")).toBeTruthy();
  expect(within(aside).queryByRole("button", { name: /^Keep/ })).toBeNull();
  await userEvent.click(within(aside).getByRole("button", { name: "Bring back" }));
  const other = screen.getByRole("article", { name: "Perspective 3" });
  await userEvent.click(within(other).getByRole("button", { name: "Set aside" }));
  expect(changes).toEqual([
    { response_id: second.id, is_set_aside: false },
    { response_id: third.id, is_set_aside: true },
  ]);
});

it("ratings are summed up from the responses that are shown, and left out if there are none", () => {
  const { rerender } = render(
    <List
      responses={[
        response(1),
        ...[4, 5, 5].map((n, i) => response(i + 2, { answers: [rating(n)] })),
      ]}
    />,
  );
  expect(
    screen.getByRole("img", {
      name: "Ratings: one at 3, one at 4, two at 5. Average 4.3 of 5.",
    }),
  ).toBeTruthy();
  rerender(<List responses={[response(1, { answers: [] })]} />);
  expect(screen.queryByRole("complementary")).toBeNull();
});

it("ratings of a question that was reworded between two answers share no plot, and neither do ratings with other captions", () => {
  const asked = (changes: Partial<ReadableResponse["answers"][number]>, answer: number) => ({
    answers: [{ ...rating(answer), ...changes }],
  });
  const ends = { low: "Harmless", middle: "", high: "Risky" };
  render(
    <List
      responses={[
        response(1, asked({}, 5)),
        response(2, asked({ label: "How risky is it?", rating_labels: ends }, 1)),
        response(3, asked({ label: "How risky is it?", rating_labels: ends }, 2)),
        response(4, asked({ label: "How risky is it?" }, 4)),
      ]}
    />,
  );
  const plots = within(screen.getByRole("complementary")).getAllByRole("img");
  expect(plots.map((plot) => plot.getAttribute("aria-label"))).toEqual([
    "Ratings: one at 5. Average 5.0 of 5.",
    "Ratings: one at 1, one at 2. Average 1.5 of 5.",
    "Ratings: one at 4. Average 4.0 of 5.",
  ]);
});

it("a choice is counted: each option with its number of people", () => {
  const options = ["Take it", "Wait a year", "Decline"];
  const chosen = (answer: string): ReadableResponse["answers"][number] => ({
    question_id: 3,
    label: "What should I do?",
    type: "choice",
    options,
    answer,
  });
  render(
    <List
      responses={["Decline", "Take it", "Decline"].map((answer, index) =>
        response(index + 1, { answers: [chosen(answer)] }),
      )}
    />,
  );
  const plot = within(screen.getByRole("complementary"));
  expect(plot.getByRole("heading", { name: "What should I do?" })).toBeTruthy();
  expect(plot.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "Take it1 person",
    "Wait a year0 people",
    "Decline2 people",
  ]);
  const first = screen.getByRole("article", { name: "Perspective 1" });
  expect(within(first).getByText("Decline")).toBeTruthy();
});

it("the stance question comes first, whatever its place among the others", () => {
  const stance = { ...rating(5), question_id: 9, label: "Overall, how good a fit?" };
  const responses = [response(1, { answers: [rating(3), stance] })];
  const asked = { label: "Overall, how good a fit?", type: "rating" } as const;
  render(
    <AnswersAtAGlance responses={responses} questions={[{ ...asked, id: 9, role: "stance" }]} />,
  );
  expect(screen.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual([
    "Overall, how good a fit?",
    "How well does it fit?",
  ]);
});

it("encouragement is shown separately, or a sentence says that there is none", () => {
  const { rerender } = render(
    <EncouragementList
      encouragements={[
        { id: "1", note: "Keep Saturdays.", first_name: "Ben", received_on: "2026-11-14" },
      ]}
    />,
  );
  expect(screen.getByText("Keep Saturdays.")).toBeTruthy();
  expect(screen.getByText("Ben, Nov 14, 2026")).toBeTruthy();
  rerender(<EncouragementList encouragements={[]} />);
  expect(screen.getByText("No encouragement messages yet")).toBeTruthy();
});
