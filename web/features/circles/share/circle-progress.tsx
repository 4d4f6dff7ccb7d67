import type { Ref } from "react";
import type { Circle } from "#contract/circles/circles.ts";
import {
  extendedNote,
  hadTooFewAnswers,
  isSealed,
  sealedUntil,
  tooFewAnswers,
} from "#contract/circles/sealing.ts";
import { ResponseDots } from "#web/brand/response-dots.tsx";

/** "4 of 6 perspectives received", and until when the answers of an anonymous circle are sealed. */
export function CircleProgress({
  circle,
  headingRef,
}: {
  circle: Circle;
  headingRef?: Ref<HTMLHeadingElement>;
}) {
  const { responses_count, invites_count } = circle;
  if (hadTooFewAnswers(circle)) {
    return (
      <h2 className="heading" tabIndex={-1} ref={headingRef}>
        {tooFewAnswers}
      </h2>
    );
  }
  const extended = extendedNote(circle);
  return (
    <div className="stack g2">
      <div className="row between">
        <h2 className="heading num" tabIndex={-1} ref={headingRef}>
          {invites_count === null
            ? isSealed(circle)
              ? sealedUntil(circle)
              : `${responses_count} perspectives received`
            : `${responses_count} of ${invites_count} perspectives received`}
        </h2>
        {invites_count !== null && <ResponseDots taken={responses_count} total={invites_count} />}
      </div>
      {isSealed(circle) && invites_count !== null && <p className="ink-2">{sealedUntil(circle)}</p>}
      {extended && <p className="ink-2">{extended}</p>}
    </div>
  );
}
