import type { Ref } from "react";
import type { Circle } from "#contract/circles.ts";
import { Seats } from "#web/ui/seats.tsx";
import { isUnreleased } from "./perspectives.ts";

/** "4 of 6 perspectives received", or what an anonymous paraline says before its first release. */
export function CircleProgress({
  circle,
  headingRef,
}: {
  circle: Circle;
  headingRef?: Ref<HTMLHeadingElement>;
}) {
  if (isUnreleased(circle)) {
    return (
      <h2 className="heading" tabIndex={-1} ref={headingRef}>
        {circle.status === "active"
          ? "Waiting for at least 3 perspectives"
          : "Fewer than 3 people answered, so nothing is shown."}
      </h2>
    );
  }
  return (
    <div className="row between">
      <h2 className="heading num" tabIndex={-1} ref={headingRef}>
        {circle.responses_count} of {circle.invites_count} perspectives received
      </h2>
      <Seats taken={circle.responses_count} total={circle.invites_count} />
    </div>
  );
}
