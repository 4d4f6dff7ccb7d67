import { estimatedMinutes } from "#contract/answer-limits.ts";
import type { OpenInviteView } from "#contract/feedback/feedback.ts";
import type { InsightsUse } from "#contract/insights/insights.ts";
import { formatDay } from "#contract/values/days.ts";
import { isolate } from "#contract/values/isolate.ts";
import { ClockIcon } from "#web/ui/icons/icons.tsx";
import { WrittenText } from "#web/ui/text/written-text.tsx";

/** About three lines on the widest phone. */
const foldedCharacters = 130;

export function FirstCard({
  view,
  insights,
  titleAs: Title = "h1",
}: {
  view: OpenInviteView;
  insights: InsightsUse;
  /** The heading level, which differs where the card is only shown to its owner. */
  titleAs?: "h1" | "h3";
}) {
  const { circle, owner_name } = view;
  const Label = Title === "h1" ? "h2" : "h4";
  const owner = owner_name ?? "the person who invited you";
  return (
    <div className="para para-wide letterhead">
      <section aria-label="About this paraline" className="stack g4">
        <div>
          <p className="letterhead-label">
            From {isolate(owner_name ?? "someone who values your view")}
          </p>
          <Title className="title" dir="auto" tabIndex={-1}>
            {circle.title}
          </Title>
        </div>
        <div>
          <Label className="letterhead-label">What they're exploring</Label>
          <Folded text={circle.description} />
        </div>
        <div>
          <Label className="letterhead-label">What they're asking from you</Label>
          <Folded text={circle.what_they_ask} />
        </div>
        <div>
          <Label className="letterhead-label">Who reads it</Label>
          <details className="letterhead-readers small ink-2">
            <summary>{describeReaders(owner, circle, insights)}</summary>
            <Sentences sentences={promises(view, insights)} />
            {circle.is_anonymous && (
              <>
                <p className="strong">What could still give you away</p>
                <Sentences sentences={risks(owner_name)} />
              </>
            )}
          </details>
        </div>
        <p className="meta">
          <span>
            <ClockIcon />
            This will take about {estimatedMinutes(circle.questions.length)} minutes
          </span>
        </p>
      </section>
    </div>
  );
}

/** On a phone only the beginning, so that the question is near. Screen readers get all of it. */
function Folded({ text }: { text: string }) {
  const isLong = text.length > foldedCharacters || text.split("\n").length > 3;
  if (!isLong) return <WrittenText>{text}</WrittenText>;
  return (
    <div className="folded">
      <WrittenText>{text}</WrittenText>
      <details className="small">
        <summary>
          <span className="folded-closed">Read all</span>
          <span className="folded-open">Show less</span>
        </summary>
      </details>
    </div>
  );
}

function Sentences({ sentences }: { sentences: readonly string[] }) {
  return (
    <ul>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

/** Who reads the answers, in one line, with third parties that process them. */
function describeReaders(
  owner: string,
  { is_anonymous, deadline }: OpenInviteView["circle"],
  insights: InsightsUse,
): string {
  const reader = isolate(owner);
  const readers =
    typeof insights === "object"
      ? `Only ${reader} and, for insights, the AI model ${insights.model}`
      : `Only ${reader}`;
  if (!is_anonymous) return `${readers}, with your first name beside it.`;
  const until = deadline === null ? "this paraline closes" : formatDay(deadline);
  return `${readers}, without names, sealed until ${until}.`;
}

/** What else people should know before they answer. */
function promises({ circle, people_count }: OpenInviteView, insights: InsightsUse): string[] {
  return [
    ...(circle.is_anonymous
      ? ["If fewer than 3 people answer, nothing is shown and all is deleted."]
      : []),
    people_count === null
      ? "Others may answer through an open link."
      : people_count === 1
        ? "You are the only person asked."
        : `${people_count} people were asked.`,
    ...(insights === "off" ? [] : [describeInsights(insights)]),
  ];
}

function describeInsights(insights: Exclude<InsightsUse, "off">): string {
  const where = insights === "local" ? "on this server only" : `by the AI model ${insights.model}`;
  return `Insights, made ${where}, may use your answers. You can opt out at the end.`;
}

/** What could tell the owner of an anonymous circle who wrote an answer. */
function risks(ownerName: string | null): string[] {
  const asker = isolate(ownerName ?? "The person who invited you");
  return [
    "Your wording.",
    `${asker} could answer too, and knows those answers. If only one other person answers, that is you.`,
    "Whoever runs this server could connect an answer to you.",
  ];
}
