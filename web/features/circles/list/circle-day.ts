import type { Circle } from "#contract/circles/circles.ts";
import { formatDay } from "#contract/values/days.ts";

export function completedOn(day: string): string {
  return `Completed: ${formatDay(day)}`;
}

/** The day a circle closed or, while it is open, its deadline; undefined if it has neither. */
export function describeDay({
  closed_on,
  deadline,
}: Pick<Circle, "closed_on" | "deadline">): string | undefined {
  if (closed_on !== null) return completedOn(closed_on);
  return deadline === null ? undefined : formatDay(deadline);
}
