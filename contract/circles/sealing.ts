import { addDays, formatDay } from "../values/days.ts";
import type { Circle } from "./circles.ts";

/*
 * What is special about an anonymous circle: its answers are sealed until it closes, then all are shown together, once.
 * server/access/visibility.ts has the same rules for queries. Source: docs/product.md, Anonymity.
 */

/** Whether a circle's answers are sealed: it is anonymous and has not closed yet. */
export function isSealed(circle: Pick<Circle, "is_anonymous" | "status">): boolean {
  return circle.is_anonymous && circle.status === "active";
}

/** Whether a circle has closed without anything to show: the same for 0, 1 and 2 answers. */
export function hadTooFewAnswers(
  circle: Pick<Circle, "is_anonymous" | "status" | "responses_count">,
): boolean {
  return circle.is_anonymous && circle.status === "completed" && circle.responses_count === 0;
}

/** "Sealed until Dec 12, 2026" or, without a deadline, "Sealed until you close it": what the owner reads meanwhile. */
export function sealedUntil({ deadline }: Pick<Circle, "deadline">): string {
  return deadline === null
    ? "Sealed until you close it"
    : `Sealed until the end of ${formatDay(deadline)}`;
}

/** What the owner reads once a sealed circle has closed with 0, 1 or 2 answers. */
export const tooFewAnswers = "Fewer than 3 people answered, so nothing is shown.";

/** The earliest day to which the deadline of a circle may move once what its invitees read is fixed. */
export function earliestSealedDeadline(
  { deadline }: Pick<Circle, "deadline">,
  today: string,
): string {
  return deadline ?? addDays(today, 1);
}
