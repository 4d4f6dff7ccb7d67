import type { Circle } from "#contract/circles/circles.ts";

/** Whether a circle is anonymous and nothing in it can be read yet, or ever. */
export function isUnreleased(circle: Pick<Circle, "is_anonymous" | "responses_count">): boolean {
  return circle.is_anonymous && circle.responses_count === 0;
}

export function unreleasedMessage({ status }: Pick<Circle, "status">): string {
  return status === "active"
    ? "Waiting for at least 3 perspectives"
    : "Fewer than 3 people answered";
}
