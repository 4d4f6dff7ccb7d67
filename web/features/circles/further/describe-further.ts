import type { FurtherQuestion } from "#contract/circles/further-questions.ts";
import {
  extendedNote,
  hadTooFewAnswers,
  isSealed,
  sealedUntil,
} from "#contract/circles/sealing.ts";
import { formatDay } from "#contract/values/days.ts";

/** Everything that is said about a further question beside its answers. */
export interface FurtherState {
  /** "2/5 perspectives"; undefined if fewer than three people answered an anonymous one, whatever their number. */
  count: string | undefined;
  day: string;
  /** Why its deadline has moved. */
  extended: string | undefined;
  isSealed: boolean;
}

export function describeFurther(further: FurtherQuestion): FurtherState {
  const { responses_count, asked_count, deadline, closed_on } = further;
  const circle = { ...further, responses_count: responses_count ?? 0 };
  return {
    count: hadTooFewAnswers(circle)
      ? undefined
      : `${circle.responses_count}/${asked_count} perspectives`,
    day: describeDay(),
    extended: extendedNote(circle),
    isSealed: isSealed(circle),
  };

  function describeDay(): string {
    if (further.status === "completed") return `Closed ${formatDay(closed_on ?? deadline)}`;
    return isSealed(circle) ? sealedUntil(circle) : `Open until ${formatDay(deadline)}`;
  }
}
