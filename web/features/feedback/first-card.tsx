import type { OpenInviteView } from "#contract/feedback.ts";
import type { InsightsUse } from "#contract/insights.ts";
import { estimatedMinutes } from "#contract/limits.ts";
import { DoubleRule } from "#web/ui/double-rule.tsx";
import { ClockIcon } from "#web/ui/icons.tsx";
import { Letter } from "#web/ui/letter.tsx";

/** Above the first question: whose it is, what is asked, how long it takes, and who will read the answers. */
export function FirstCard({
  view: { circle, owner_name, people_count },
  insights,
  titleAs: Title = "h1",
  declineFormId,
}: {
  view: OpenInviteView;
  insights: InsightsUse;
  /** Another level where the card is only shown to its owner. */
  titleAs?: "h1" | "h3";
  /** The form that says "I'd rather not"; none where nobody can. */
  declineFormId?: string;
}) {
  return (
    <DoubleRule wide className="letterhead">
      <section aria-label="About this paraline" className="stack g4">
        <dl>
          <div>
            <dt>From</dt>
            <dd>
              <Title className="title">{circle.title}</Title>
            </dd>
          </div>
          <div>
            <dt>What they're exploring</dt>
            <dd>
              <Letter>{circle.description}</Letter>
            </dd>
          </div>
          <div>
            <dt>What they're asking from you</dt>
            <dd>
              <Letter>{circle.what_they_ask}</Letter>
            </dd>
          </div>
          <div>
            <dt>Who reads it</dt>
            <dd className="small ink-2">
              {readers(
                owner_name ?? "the person who invited you",
                circle.is_anonymous,
                people_count,
              )}{" "}
              {insightsSentence(insights)}
            </dd>
          </div>
        </dl>
        <div className="row between">
          <p className="meta">
            <span>
              <ClockIcon />
              This will take about {estimatedMinutes(circle.questions.length)} minutes
            </span>
          </p>
          {declineFormId !== undefined && (
            <button className="btn btn-quiet btn-flush" type="submit" form={declineFormId}>
              I'd rather not
            </button>
          )}
        </div>
      </section>
    </DoubleRule>
  );
}

function readers(owner: string, is_anonymous: boolean, people_count: number): string {
  const asked =
    people_count === 1 ? "You are the only one asked" : `${people_count} people were asked`;
  if (!is_anonymous) return `Only ${owner}, with your first name beside it. ${asked}.`;
  return [
    `Only ${owner}, without names, and not before three new answers are in, unless you choose otherwise.`,
    `${asked}; who has answered stays hidden.`,
    "Your wording may give you away. The person asking could answer too, and then tell which answers are not their own. Whoever runs this server could, with effort, connect an answer to a link.",
  ].join(" ");
}

function insightsSentence(insights: InsightsUse): string {
  if (insights === "off") return "";
  const where =
    insights === "local" ? "on this server only" : `through the AI model ${insights.model}`;
  return `Insights may use it, ${where}; you can leave yours out at the end.`;
}
