import { estimatedMinutes } from "#contract/answer-limits.ts";
import type { OpenInviteView } from "#contract/feedback/feedback.ts";
import type { InsightsUse } from "#contract/insights/insights.ts";
import { isolate } from "#contract/values/isolate.ts";
import { ClockIcon } from "#web/ui/icons/icons.tsx";
import { WrittenText } from "#web/ui/text/written-text.tsx";

/** About three lines on the widest phone. */
const foldedCharacters = 130;

/** The card above the first question: who is asking, about what, how long it takes, and who will read the answers. */
export function FirstCard({
  view: { circle, owner_name, people_count },
  insights,
  titleAs: Title = "h1",
}: {
  view: OpenInviteView;
  insights: InsightsUse;
  /** The heading level, which differs where the card is only shown to its owner. */
  titleAs?: "h1" | "h3";
}) {
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
            <summary>{describeReaders(owner, circle.is_anonymous, insights)}</summary>
            <ul>
              {promises(circle.is_anonymous, people_count, insights).map((promise) => (
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

/** Says in one line who reads the answers, including third parties that process them. */
function describeReaders(owner: string, isAnonymous: boolean, insights: InsightsUse): string {
  const names = isAnonymous ? "without names" : "with your first name beside it";
  const model =
    typeof insights === "object" ? `; for insights, the AI model ${insights.model}` : "";
  return `Only ${isolate(owner)}, ${names}${model}`;
}

function promises(isAnonymous: boolean, peopleCount: number, insights: InsightsUse): string[] {
  const asked =
    peopleCount === 1 ? "You are the only person asked" : `${peopleCount} people were asked`;
  const ofMode = isAnonymous
    ? [
        "Nothing is shown until three new answers are in. You can allow yours to be shown even if fewer come in.",
        `${asked}; who has answered stays hidden.`,
        "Your wording may give you away.",
        "The person asking could answer too, and then tell which answers are not their own.",
        "Whoever runs this server could, with effort, connect an answer to a link.",
      ]
    : [`${asked}.`];
  if (insights === "off") return ofMode;
  const where =
    insights === "local" ? "on this server only" : `through the AI model ${insights.model}`;
  return [
    ...ofMode,
    `Your answers may be used for insights, a summary made ${where}. You can leave yours out at the end.`,
  ];
}
