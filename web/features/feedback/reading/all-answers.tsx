import { type ReactNode, useContext, useDeferredValue, useRef, useState } from "react";
import type { Question } from "#contract/circles/questions.ts";
import type { Results } from "#contract/feedback/feedback.ts";
import { isCounted } from "#contract/question-types/rules.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { ReadOnlyContext } from "#web/ui/fields/read-only.ts";
import { AnswersAtAGlance } from "../answers-at-a-glance.tsx";
import { OwnReply } from "../own-answers/own-answers.tsx";
import { ResponseList } from "../response-list.tsx";
import { useSetResponseAside } from "../use-set-response-aside.ts";
import { type AnswerFilter, filterResponses } from "./filter-answers.ts";
import {
  groupByQuestionAndTheme,
  groupByTheme,
  listPlacedAnswers,
  type ReadingOrder,
} from "./group-answers.ts";
import { QuestionSection } from "./question-section.tsx";
import { ReadingToolbar } from "./reading-toolbar.tsx";
import { ThemeSection, type Themes, ThemesNote } from "./theme-section.tsx";
import { type KeepChange, useKeepAnswer } from "./use-keep-answer.ts";

const everything: AnswerFilter = { query: "", keptOnly: false };

export function AllAnswers({
  results,
  questions,
  themes,
  by,
  onByChange,
  toInsights,
  plottedIds,
  children,
}: {
  results: Results;
  /** The circle's questions as they read now. */
  questions: readonly Question[];
  themes: Themes;
  by: ReadingOrder;
  onByChange: (by: ReadingOrder) => void;
  toInsights: ReactNode;
  /** The questions that `children` plot already; undefined until that is known. */
  plottedIds: readonly number[] | undefined;
  children?: ReactNode;
}) {
  const isReadOnly = useContext(ReadOnlyContext);
  const [filter, setFilter] = useState(everything);
  const keep = useKeepAnswer(results.circle_id);
  const setAside = useSetResponseAside(results.circle_id);
  const keptOnlyButton = useRef<HTMLButtonElement>(null);
  const { kept } = results;
  const own = results.own_answers ?? [];
  const shown = filterResponses(results.responses, kept, useDeferredValue(filter));
  const all = listPlacedAnswers(shown);
  const answers = by === "theme" ? all.filter(({ answer }) => !isCounted(answer)) : all;
  const isFiltered = filter.query.trim() !== "" || filter.keptOnly;
  const isEverythingAside = results.responses.length === 0;
  const changeKept = (change: KeepChange) => {
    keep(change);
    // The answer and its star disappear, and the focus would be lost with them.
    if (filter.keptOnly && !change.shouldKeep) keptOnlyButton.current?.focus();
  };
  const state = { query: filter.query, kept, onKeep: isReadOnly ? undefined : changeKept };
  const found = themes.state === "ready" ? themes.themes : [];

  return (
    <div className="split split-reading">
      {/* If answers are arranged by question, each plot is under its own question. */}
      {by !== "question" && plottedIds !== undefined && (
        <AnswersAtAGlance
          responses={results.responses}
          own={own}
          questions={questions}
          except={plottedIds}
        />
      )}
      <div className="split-main stack g8">
        {children}
        <ReadingToolbar
          by={by}
          onByChange={onByChange}
          filter={filter}
          onFilterChange={setFilter}
          shownCount={answers.length}
          keptCount={kept.length}
          keptOnlyButton={keptOnlyButton}
        />
        {by === "theme" && <ThemesNote themes={themes} toInsights={toInsights} />}
        {answers.length === 0 && !isEverythingAside ? (
          <NothingShown
            filter={filter}
            keptCount={kept.length}
            onShowAll={() => {
              setFilter(everything);
              keptOnlyButton.current?.focus();
            }}
          />
        ) : by === "person" || isEverythingAside ? (
          <div>
            {own.length > 0 && !isFiltered && <OwnReply answers={own} />}
            <ResponseList
              responses={shown}
              setAside={isFiltered ? [] : results.set_aside}
              changingId={setAside.isPending ? setAside.variables.response_id : undefined}
              onSetAside={isFiltered || isReadOnly ? undefined : setAside.mutate}
              state={state}
            />
          </div>
        ) : by === "question" ? (
          <div>
            {groupByQuestionAndTheme(answers, questions, found).map((question) => (
              <QuestionSection
                key={question.question_id}
                question={question}
                own={own}
                isFiltered={isFiltered}
                state={state}
              />
            ))}
          </div>
        ) : themes.state === "ready" ? (
          <div>
            {groupByTheme(answers, found).map((group) => (
              <ThemeSection key={group.theme?.text ?? ""} group={group} state={state} />
            ))}
          </div>
        ) : null}
      </div>
    </div>
  );
}

function NothingShown({
  filter,
  keptCount,
  onShowAll,
}: {
  filter: AnswerFilter;
  keptCount: number;
  onShowAll: () => void;
}) {
  return (
    <div className="stack g3 start">
      <p className="ink-2">
        {filter.query.trim() !== ""
          ? "Try fewer letters, or another word."
          : keptCount > 0
            ? "The answers you kept are ratings and choices, which have no themes."
            : "You have not kept any answer yet. Select the star beside an answer to find it again here, on the decision screen and in the board book."}
      </p>
      <Button onClick={onShowAll}>Show all answers</Button>
    </div>
  );
}
