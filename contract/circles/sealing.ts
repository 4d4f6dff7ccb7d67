import { formatDay } from "../values/days.ts";
import type { Circle } from "./circles.ts";

/*
 * What is special about an anonymous circle: its answers are sealed until it closes, then all are shown together, once.
 * server/access/visibility.ts has the same rules for queries. Source: docs/product.md, Anonymity.
 */

type State = Pick<Circle, "is_anonymous" | "status">;

/** Whether a circle's answers are sealed: it is anonymous and has not closed yet. */
export function isSealed({ is_anonymous, status }: State): boolean {
  return is_anonymous && status === "active";
}

/** Whether a circle has closed without anything to show: the same for 0, 1 and 2 answers. */
export function hadTooFewAnswers(circle: State & Pick<Circle, "responses_count">): boolean {
  return circle.is_anonymous && circle.status === "completed" && circle.responses_count === 0;
}

/** What the owner reads of a sealed circle: until when it is sealed, which is all that may be known. */
export function sealedUntil({ deadline }: Pick<Circle, "deadline">): string {
  return deadline === null ? "Sealed until you close it" : `Sealed until ${formatDay(deadline)}`;
}

/** What the owner reads after the deadline was moved; undefined if it was not, or the circle has closed. */
export function extendedNote(
  circle: State & Pick<Circle, "deadline" | "is_extended">,
): string | undefined {
  if (!circle.is_extended || circle.deadline === null || !isSealed(circle)) return undefined;
  return `Extended to ${formatDay(circle.deadline)}, because fewer than 3 people had answered.`;
}

/** What follows {@link sealedUntil}, unless {@link extendedNote} does. */
export const shownTogether = "Then all answers are shown together, if there are at least 3.";

/** What the owner reads above the released answers to a further question. */
export const numberedAnew =
  "Numbered anew, in random order: Perspective 1 here need not be Perspective 1 above.";

/** What the owner reads once a sealed circle has closed with 0, 1 or 2 answers. */
export const tooFewAnswers = "Fewer than 3 people answered, so nothing is shown.";
