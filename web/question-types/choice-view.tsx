import type { Tallies } from "#contract/question-types/schemas.ts";
import type { QuestionTypeView } from "./question-type-view.ts";

type ChoiceTally = Tallies["choices"][number];

export const choiceView: QuestionTypeView = {
  Answer: ({ answer }) => (
    <span className="row flex-nowrap items-baseline">
      <Dot />
      <span className="min-w-0">{answer}</span>
    </span>
  ),
  Hint: ({ question }) => <span className="hint">{question.options?.filter(Boolean).join(" · ")}</span>,
};

/** One dot per person beside each option, and their number. */
export function ChoicePlot({ tally: { options, counts } }: { tally: ChoiceTally }) {
  return (
    <ul className="stack g3 max-w-88">
      {options.map((option, index) => {
        const count = counts[index] ?? 0;
        return (
          <li
            key={option}
            className="stack gap-1 border-rule border-b pb-1.5 last:border-0 last:pb-0"
          >
            <span className="row flex-nowrap items-baseline justify-between">
              <span className="min-w-0">{option}</span>
              <span className="num">
                {count}
                <span className="sr-only"> {count === 1 ? "person" : "people"}</span>
              </span>
            </span>
            <span
              className="flex min-h-3.5 flex-wrap gap-1"
              aria-hidden="true"
            >
              {Array.from({ length: count }, (_, dot) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: dots are interchangeable
                <Dot key={dot} />
              ))}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** The recap's lines about choices. */
export function ChoiceLines({ tallies }: { tallies: readonly ChoiceTally[] }) {
  return tallies.map((tally) => (
    <div key={JSON.stringify({ ...tally, counts: undefined })}>
      <dt className="ink-2">{tally.label ?? `Question ${tally.question_id}`}</dt>
      <dd className="block w-full pt-2 font-sans">
        <ChoicePlot tally={tally} />
      </dd>
    </div>
  ));
}

function Dot() {
  return (
    <i
      className="size-3.5 flex-none rounded-full bg-accent forced-color-adjust-none"
      aria-hidden="true"
    />
  );
}
