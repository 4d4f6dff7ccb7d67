import type { OpenInviteView } from "#contract/feedback/feedback.ts";
import type { InsightsUse } from "#contract/insights/insights.ts";
import { isolateIn } from "#contract/values/isolate.ts";
import { useLaterMessages } from "#web/client/later-messages.ts";
import { usePageMessages } from "#web/client/page-messages.ts";
import { Readers } from "#web/features/feedback/first-card.tsx";

/** What stands above one further question instead of the first card: who asks, about what, and who reads it. */
export function FurtherIntro({
  view,
  insights,
  placeId,
}: {
  view: OpenInviteView;
  insights: InsightsUse;
  /** The id of the words that are read out with the question. */
  placeId: string;
}) {
  const { language, aboutLabel } = usePageMessages();
  const later = useLaterMessages();
  return (
    <div className="para para-wide letterhead">
      <section aria-label={aboutLabel} className="stack g4">
        <div>
          <p className="letterhead-label" id={placeId}>
            {later.furtherQuestion(isolateIn(language, view.owner_name))}
          </p>
          <h1 className="title" dir="auto" tabIndex={-1}>
            {view.circle.title}
          </h1>
        </div>
        <Readers view={view} insights={insights} />
      </section>
    </div>
  );
}

/** What its button says. */
export function SendLabel() {
  return useLaterMessages().send;
}
