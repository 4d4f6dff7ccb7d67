import type { Circle } from "#contract/circles.ts";
import { CircleAlertIcon } from "#web/ui/icons.tsx";

/**
 * Says what changing the questions means once people have answered. Of an anonymous paraline nobody can know before a
 * release, so there it always says so.
 */
export function AnsweredNotice({
  circle,
}: {
  circle: Pick<Circle, "is_anonymous" | "responses_count">;
}) {
  if (circle.responses_count === 0 && !circle.is_anonymous) return null;
  return (
    <p className="row flex-nowrap items-start" role="note">
      <CircleAlertIcon className="mt-0.5 text-ochre" />
      <span className="ink-2">
        {whoAnswered(circle)} Their answers keep the questions as they read then, and a question you
        delete stays readable with its answers. Asked in another way, a question counts as a new
        one.
      </span>
    </p>
  );
}

function whoAnswered({ responses_count: count }: Pick<Circle, "responses_count">): string {
  if (count === 0) return "People may have answered already.";
  return count === 1 ? "1 person has answered already." : `${count} people have answered already.`;
}
