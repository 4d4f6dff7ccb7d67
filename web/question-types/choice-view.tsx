import type { Tallies } from "#contract/question-types/schemas.ts";
import type { QuestionTypeView } from "./question-type-view.ts";

type ChoiceTally = Tallies["choices"][number];

export const choiceView: QuestionTypeView = {
  Answer: ({ answer }) => (
    <span className="chosen-option">
      <i className="choice-person" aria-hidden="true" />
      <span className="wrap-anywhere">{answer}</span>
    </span>
  ),
  Hint: ({ question }) => (
    <span className="hint">{question.options?.filter(Boolean).join(" · ")}</span>
  ),
};

export function ChoicePlot({ tally: { options, counts } }: { tally: ChoiceTally }) {
  return (
    <ul className="choice-plot">
      {options.map((option, index) => {
        const count = counts[index] ?? 0;
        return (
          <li key={option}>
            <span className="choice-count">
              <span>{option}</span>
              <span className="num">
                {count}
                <span className="sr-only"> {count === 1 ? "person" : "people"}</span>
              </span>
            </span>
            <span className="choice-people" aria-hidden="true">
              {Array.from({ length: count }, (_, person) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: dots are interchangeable
                <i className="choice-person" key={person} />
              ))}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

export function ChoiceLines({ tallies }: { tallies: readonly ChoiceTally[] }) {
  return tallies.map((tally) => (
    <div key={JSON.stringify({ ...tally, counts: undefined })}>
      <dt className="ink-2">{tally.label ?? `Question ${tally.question_id}`}</dt>
      <dd className="recap-plot">
        <ChoicePlot tally={tally} />
      </dd>
    </div>
  ));
}
