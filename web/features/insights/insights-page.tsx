import type { ReactNode, Ref } from "react";
import { Link } from "react-router";
import type { Insights } from "#contract/insights/insights.ts";
import {
  describeGeneration,
  describeSide,
  describeThemes,
  describeUnreadLanguages,
  oneQuotePerPerson,
  rolesChangedNote,
  type Side,
} from "#contract/insights/insights-text.ts";
import { listTallies } from "#contract/question-types/tallies.ts";
import { isolate, isolateQuotations } from "#contract/values/isolate.ts";
import { formatInstant } from "#web/client/dates.ts";
import { questionLabel, TallyPlot, tallyKey } from "#web/question-types/answer-view.tsx";
import { CircleAlertIcon } from "#web/ui/icons/icons.tsx";
import { Badge } from "#web/ui/status/badge.tsx";
import { formatCount } from "#web/ui/text/format-count.ts";
import {
  type CreateAnswersPath,
  type CreateEditPath,
  listStanceTallies,
  OverallSection,
} from "./overall-section.tsx";
import { Quotes } from "./quote-view.tsx";
import { ThemeList, themeId } from "./theme-list.tsx";

/** All insights, with the quotes that each is based on: first what is counted, then what people say. */
export function InsightsPage({
  insights,
  timeZone,
  createEditPath,
  createAnswersPath,
  thenAndNow,
  plottedIds,
  titleRef,
  note,
  children,
}: {
  insights: Insights;
  timeZone: string;
  createEditPath: CreateEditPath;
  createAnswersPath: CreateAnswersPath;
  /** What was counted when the same was asked before, next to what is counted now. */
  thenAndNow: ReactNode;
  plottedIds: readonly number[];
  titleRef: Ref<HTMLHeadingElement>;
  note: ReactNode;
  children: ReactNode;
}) {
  const { themes, quotes, suggestion_quotes } = insights;
  const unread = describeUnreadLanguages(insights);
  const shownAbove = listStanceTallies(insights).map(tallyKey);
  const isAdvice = suggestion_quotes.some(
    ({ text }) => insights.next_step_suggestion === `“${text}”`,
  );
  return (
    <div className="stack g14 insights">
      {insights.roles_changed && (
        <p className="row icon-row roles-changed" role="note">
          <CircleAlertIcon className="ochre" />
          <span className="ink-2">{rolesChangedNote}</span>
        </p>
      )}
      <OverallSection
        insights={insights}
        createEditPath={createEditPath}
        createAnswersPath={createAnswersPath}
        plottedIds={plottedIds}
        titleRef={titleRef}
      />
      {thenAndNow}
      {listTallies(insights)
        .filter((tally) => !shownAbove.includes(tallyKey(tally)))
        .filter(({ question_id }) => !plottedIds.includes(question_id))
        .map((tally) => (
          <section className="stack g2" key={tallyKey(tally)}>
            <h2 className="label" dir="auto">
              <Link to={createAnswersPath(tally.question_id)}>{questionLabel(tally)}</Link>
            </h2>
            <TallyPlot tally={tally} />
          </section>
        ))}
      <section className="stack g3">
        <h2 className="heading">Summary</h2>
        <p className="prose" dir="auto">
          <LinkedSummary insights={insights} createAnswersPath={createAnswersPath} />
        </p>
        <SharedSide side="strengths" insights={insights} createAnswersPath={createAnswersPath} />
        <SharedSide side="worries" insights={insights} createAnswersPath={createAnswersPath} />
        {unread !== undefined && <p className="small ink-3">{unread}</p>}
      </section>
      {themes.length > 0 && (
        <section className="stack g2">
          <h2 className="heading">Key Themes</h2>
          {insights.engine.kind === "local" && (
            <p className="small ink-3">{describeThemes(insights)}</p>
          )}
          <ThemeList
            circleId={insights.circle_id}
            themes={themes}
            peopleCount={insights.responses_count}
          />
        </section>
      )}
      {quotes.length > 0 && (
        <section className="stack g6">
          <h2 className="heading">Highlighted Quotes</h2>
          <div className="stack g8">
            <Quotes quotes={quotes} />
          </div>
        </section>
      )}
      <section className="stack g3">
        <h2 className="heading">Gentle Suggestion</h2>
        {!isAdvice && (
          <p className="prose" dir="auto">
            {isolateQuotations(insights.next_step_suggestion)}
          </p>
        )}
        <Quotes quotes={suggestion_quotes} />
      </section>
      <footer className="stack g4">
        <p className="small ink-3">{describeGeneration(insights)}</p>
        {note}
        <div className="row between after">
          <p className="small ink-3 num">
            Last updated {formatInstant(insights.updated_at, timeZone)}
          </p>
          {insights.new_responses_count > 0 && (
            <Badge tone="ochre">
              <Link to={createAnswersPath(undefined)}>
                {formatCount(insights.new_responses_count, "new perspective")} since
              </Link>
            </Badge>
          )}
          {insights.set_aside_count > 0 && (
            <Badge tone="ochre">
              <Link to={createAnswersPath(undefined)}>
                {formatCount(insights.set_aside_count, "perspective")} set aside since
              </Link>
            </Badge>
          )}
          {children}
        </div>
      </footer>
    </div>
  );
}

/** A count in a composed summary: of everyone, of a theme with its title, or of a mean. */
const counts =
  /(\S+)(?= (?:people|person) answered\.)|(?<!\S)((?!mention)\S+)(?= (?:mention )?“([^”]+)”)|(\d\.\d of \d)/u;

interface LinkedProps {
  insights: Insights;
  createAnswersPath: CreateAnswersPath;
}

function LinkedSummary({ insights, createAnswersPath }: LinkedProps) {
  const { summary_paragraph: text, themes, overall } = insights;
  const parts = [];
  let rest = text;
  for (let found = counts.exec(rest); found !== null; found = counts.exec(rest)) {
    const [count, everyone, , title] = found;
    const at = themes.findIndex((theme) => theme.text === title);
    parts.push(isolate(rest.slice(0, found.index)));
    const key = parts.length;
    if (title !== undefined && at >= 0) {
      parts.push(
        <a key={key} href={`#${themeId(insights.circle_id, at)}`}>
          {count}
        </a>,
      );
    } else if (title !== undefined) {
      parts.push(count);
    } else {
      const questionId =
        everyone === undefined && overall.source === "stance" ? overall.question_id : undefined;
      parts.push(
        <Link key={key} to={createAnswersPath(questionId)}>
          {count}
        </Link>,
      );
    }
    rest = rest.slice(found.index + count.length);
  }
  return [...parts, isolate(rest)];
}

/** What several people name who were asked for strengths, or for worries. Leads to what they wrote. */
function SharedSide({ side, insights, createAnswersPath }: LinkedProps & { side: Side }) {
  const text = describeSide(side, insights);
  if (text === undefined) return null;
  const point = side === "strengths" ? insights.top_strength : insights.top_risk;
  if (point === null) {
    return (
      <p>
        <Link to={createAnswersPath(insights.asked[side].question_ids[0])}>{text}</Link>
      </p>
    );
  }
  return (
    <details className="source">
      <summary>{text}</summary>
      <div className="source-answer stack g6">
        <Quotes quotes={oneQuotePerPerson(point)} />
      </div>
    </details>
  );
}
