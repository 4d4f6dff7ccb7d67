import type { Ref } from "react";
import type { Circle } from "#contract/circles/circles.ts";
import { ResponseDots } from "#web/brand/response-dots.tsx";
import { isUnreleased, unreleasedMessage } from "../perspectives.ts";

/** "4 of 6 perspectives received", and what an anonymous circle needs before its first release. */
export function CircleProgress({
  circle,
  headingRef,
}: {
  circle: Circle;
  headingRef?: Ref<HTMLHeadingElement>;
}) {
  if (isUnreleased(circle) && circle.status !== "active") {
    return (
      <h2 className="heading" tabIndex={-1} ref={headingRef}>
        Fewer than 3 people answered, so nothing is shown.
      </h2>
    );
  }
  return (
    <div className="stack g2">
      <div className="row between">
        <h2 className="heading num" tabIndex={-1} ref={headingRef}>
          {circle.responses_count} of {circle.invites_count} perspectives received
        </h2>
        <ResponseDots taken={circle.responses_count} total={circle.invites_count} />
      </div>
      {isUnreleased(circle) && <p className="ink-2">{unreleasedMessage(circle)}</p>}
    </div>
  );
}
