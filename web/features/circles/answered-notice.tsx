import type { Circle } from "#contract/circles.ts";
import { CircleAlertIcon } from "#web/ui/icons.tsx";

/**
 * Says what changing the questions means once people have answered. An anonymous paraline's questions are bound before
 * anybody can answer.
 */
export function AnsweredNotice({ circle }: { circle: Pick<Circle, "responses_count"> }) {
  const { responses_count: count } = circle;
  if (count === 0) return null;
  return (
    <p className="row flex-nowrap items-start" role="note">
      <CircleAlertIcon className="mt-0.5 text-ochre" />
      <span className="ink-2">
        {count === 1 ? "1 person has answered already." : `${count} people have answered already.`}{" "}
        Their answers keep the questions as they read then, and a question you delete stays readable
        with its answers. Asked in another way, a question counts as a new one.
      </span>
    </p>
  );
}
