import { estimatedMinutes } from "#contract/answer-limits.ts";
import type { OpenInviteView } from "#contract/feedback/feedback.ts";
import type { InsightsUse } from "#contract/insights/insights.ts";
import { formatDay } from "#contract/values/days.ts";
import { isolate } from "#contract/values/isolate.ts";
import { ClockIcon } from "#web/ui/icons/icons.tsx";
import { WrittenText } from "#web/ui/text/written-text.tsx";

/** About three lines on the widest phone. */
const foldedCharacters = 130;

/** The card above the first question: who is asking, about what, how long it takes, and who will read the answers. */
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
            <ul>
              {promises(view, insights).map((promise) => (
                <li key={promise}>{promise}</li>
              ))}
            </ul>
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

/**
 * Shows only the beginning of a long text on a phone, so that the question is near. Screen readers get all of it.
 */
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

type AskedCircle = OpenInviteView["circle"];

/** Who reads the answers, in one line, with third parties that process them. */
function describeReaders(owner: string, circle: AskedCircle, insights: InsightsUse): string {
  const model =
    typeof insights === "object" ? `, and for insights the AI model ${insights.model}` : "";
  const reader = isolate(owner);
  if (!circle.is_anonymous) return `Only ${reader}, with your first name beside it${model}.`;
  const until =
    circle.deadline === null ? "this paraline closes" : `the end of ${formatDay(circle.deadline)}`;
  return `Only ${reader}${model}. Your name isn't shown. All answers stay sealed until ${until}. If fewer than 3 people answer, nothing is shown and all is deleted.`;
}

/** What else people should know before they answer. */
function promises(
  { circle, owner_name, people_count }: OpenInviteView,
  insights: InsightsUse,
): string[] {
  const asker = isolate(owner_name ?? "The person who invited you");
  const asked =
    people_count === null
      ? "Anyone with the link can answer."
      : people_count === 1
        ? "You are the only person asked."
        : `${people_count} people were asked.`;
  const ofEveryCircle = [asked, ...(insights === "off" ? [] : [describeInsights(asker, insights)])];
  if (!circle.is_anonymous) return ofEveryCircle;
  return [
    ...ofEveryCircle,
    "Your wording could give you away.",
    `${asker} could answer too, and rule those answers out. If only one other person answered, that is you.`,
    "Whoever runs this server could, with effort, connect an answer to a link.",
  ];
}

function describeInsights(asker: string, insights: Exclude<InsightsUse, "off">): string {
  const where = insights === "local" ? "on this server only" : `by the AI model ${insights.model}`;
  return `${asker} may have the answers summarized, ${where}. You can opt out at the end.`;
}
