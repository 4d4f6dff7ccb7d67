import type { Circle } from "#contract/circles/circles.ts";
import { CircleAlertIcon } from "#web/ui/icons/icons.tsx";
import { formatCount } from "#web/ui/text/format-count.ts";

/** An anonymous circle's questions are fixed before anyone can answer. */
export function AnsweredNotice({ circle }: { circle: Pick<Circle, "responses_count"> }) {
  const { responses_count: count } = circle;
  if (count === 0) return null;
  return (
    <p className="row icon-row" role="note">
      <CircleAlertIcon className="ochre" />
      <span className="ink-2">
        {formatCount(count, "person has", "people have")} already answered. Their answers keep the
        questions as they read at the time, and a question you delete stays readable with its
        answers. Rewording a question keeps it the same question; people who answer from now on see
        the new wording. Changing its answer type makes it a new one.
      </span>
    </p>
  );
}
