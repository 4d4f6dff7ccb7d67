import { Link } from "react-router";
import type { Insights } from "#contract/insights/insights.ts";
import { isolate } from "#contract/values/isolate.ts";
import type { AnswersPathOf } from "./answers-path.ts";
import { themeId } from "./theme-list.tsx";

/** A count in a composed summary: of everyone, of a theme with its title, or of a mean. */
const counts =
  /(\S+)(?= (?:people|person) answered\.)|(?<!\S)((?!mention)\S+)(?= (?:mention )?“([^”]+)”)|(\d\.\d of \d)/u;

/** The summary, in which every number leads to the answers behind it. */
export function LinkedSummary({
  insights,
  answersPathOf,
}: {
  insights: Insights;
  answersPathOf: AnswersPathOf;
}) {
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
        <a key={key} href={`#${themeId(at)}`}>
          {count}
        </a>,
      );
    } else if (title !== undefined) {
      parts.push(count);
    } else {
      const questionId =
        everyone === undefined && overall.source === "stance" ? overall.question_id : undefined;
      parts.push(
        <Link key={key} to={answersPathOf(questionId)}>
          {count}
        </Link>,
      );
    }
    rest = rest.slice(found.index + count.length);
  }
  return [...parts, isolate(rest)];
}
