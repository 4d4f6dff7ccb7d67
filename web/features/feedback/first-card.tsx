import { estimatedMinutes } from "#contract/answer-limits.ts";
import type { OpenInviteView } from "#contract/feedback/feedback.ts";
import type { InsightsUse } from "#contract/insights/insights.ts";
import type { PageMessages } from "#contract/messages/en/page.ts";
import { isolateIn } from "#contract/values/isolate.ts";
import { usePageMessages } from "#web/client/page-messages.ts";
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
  const messages = usePageMessages();
  const { circle } = view;
  const Label = Title === "h1" ? "h2" : "h4";
  const owner = isolateIn(messages.language, view.owner_name);
  return (
    <div className="para para-wide letterhead">
      <section aria-label={messages.aboutLabel} className="stack g4">
        <div>
          <p className="letterhead-label">{messages.from(owner)}</p>
          <Title className="title" dir="auto" tabIndex={-1}>
            {circle.title}
          </Title>
        </div>
        <div>
          <Label className="letterhead-label">{messages.exploring}</Label>
          <Folded text={circle.description} />
        </div>
        <div>
          <Label className="letterhead-label">{messages.asking}</Label>
          <Folded text={circle.what_they_ask} />
        </div>
        <Readers view={view} insights={insights} labelAs={Label} />
        <p className="meta">
          <span>
            <ClockIcon />
            {messages.takes(estimatedMinutes(circle.questions.length))}
          </span>
        </p>
      </section>
    </div>
  );
}

/** Who reads the answers, with what else people should know behind it. */
export function Readers({
  view,
  insights,
  labelAs: Label = "h2",
}: {
  view: OpenInviteView;
  insights: InsightsUse;
  labelAs?: "h2" | "h4";
}) {
  const messages = usePageMessages();
  const { circle } = view;
  const owner = isolateIn(messages.language, view.owner_name);
  return (
    <div>
      <Label className="letterhead-label">{messages.whoReads}</Label>
      <details className="letterhead-readers small ink-2">
        <summary>{describeReaders(messages, owner, circle, insights)}</summary>
        <Sentences sentences={listPromises(messages, view, insights)} />
        {circle.is_anonymous && (
          <>
            <p className="strong">{messages.giveAway}</p>
            <Sentences
              sentences={[
                messages.giveAwayWording,
                messages.giveAwayOwner(owner),
                messages.giveAwayServer,
              ]}
            />
          </>
        )}
      </details>
    </div>
  );
}

/** On a phone only the beginning, so that the question is near. Screen readers get all of it. */
function Folded({ text }: { text: string }) {
  const messages = usePageMessages();
  const isLong = text.length > foldedCharacters || text.split("\n").length > 3;
  if (!isLong) return <WrittenText>{text}</WrittenText>;
  return (
    <div className="folded">
      <WrittenText>{text}</WrittenText>
      <details className="small">
        <summary>
          <span className="folded-closed">{messages.readAll}</span>
          <span className="folded-open">{messages.showLess}</span>
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
  messages: PageMessages,
  owner: string | null,
  { is_anonymous, deadline }: OpenInviteView["circle"],
  insights: InsightsUse,
): string {
  const model = typeof insights === "object" ? insights.model : undefined;
  if (!is_anonymous) {
    return model === undefined
      ? messages.readersNamed(owner)
      : messages.readersNamedAndModel(owner, model);
  }
  const until = deadline === null ? null : messages.day(deadline);
  return model === undefined
    ? messages.readersSealed(owner, until)
    : messages.readersSealedAndModel(owner, model, until);
}

/** What else people should know before they answer. */
function listPromises(
  messages: PageMessages,
  { circle, people_count }: OpenInviteView,
  insights: InsightsUse,
): string[] {
  return [
    ...(circle.is_anonymous ? [messages.fewerThanThree] : []),
    messages.peopleAsked(people_count),
    ...(insights === "off"
      ? []
      : [insights === "local" ? messages.insightsHere : messages.insightsByModel(insights.model)]),
  ];
}
