import type { Tallies } from "#contract/question-types/schemas.ts";
import { isolate } from "#contract/values/isolate.ts";
import { MarkedText } from "#web/ui/text/marked-text.tsx";
import type { QuestionTypeView } from "./question-type-view.ts";
import { tallyKey } from "./tally-key.ts";

type ChoiceTally = Tallies["choices"][number];

export const choiceView: QuestionTypeView = {
  isSearched: true,
  Answer: ({ answer, marks }) => (
    <span className="chosen-option" dir="auto">
      <i className="choice-person" aria-hidden="true" />
      <span className="wrap-anywhere">
        <MarkedText text={String(answer)} marks={marks} />
      </span>
    </span>
  ),
  Hint: ({ question }) => (
    <span className="hint">{question.options?.filter(Boolean).map(isolate).join(" · ")}</span>
  ),
};

/** A bar for each option, as long as its share of the people who chose. */
export function ChoicePlot({ tally: { options, counts } }: { tally: ChoiceTally }) {
  const people = counts.reduce((sum, count) => sum + count, 0);
  return (
    <ul className="choice-plot">
      {options.map((option, index) => {
        const count = counts[index] ?? 0;
        return (
          <li key={option}>
            <span className="choice-count">
              <span dir="auto">{option}</span>
              <span className="num">
                {count}
                <span className="sr-only"> {count === 1 ? "person" : "people"}</span>
              </span>
            </span>
            <ChoiceBar part={people === 0 ? 0 : count / people} />
          </li>
        );
      })}
    </ul>
  );
}

function ChoiceBar({ part }: { part: number }) {
  return (
    <span className="choice-bar" aria-hidden="true">
      <span className="choice-bar-part" style={{ inlineSize: `${100 * part}%` }} />
    </span>
  );
}

export function ChoiceLines({ tallies }: { tallies: readonly ChoiceTally[] }) {
  return tallies.map((tally) => (
    <div key={tallyKey(tally)}>
      <dt className="ink-2" dir="auto">
        {tally.label ?? `Question ${tally.question_id}`}
      </dt>
      <dd className="recap-plot">
        <ChoicePlot tally={tally} />
      </dd>
    </div>
  ));
}
