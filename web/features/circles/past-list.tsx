import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Circle } from "#contract/circles.ts";
import { resultsPath } from "#contract/paths.ts";
import { formatDay } from "#web/client/dates.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { CircleBadge } from "./circle-card.tsx";
import { isUnreleased, unreleasedWords } from "./perspectives.ts";

/** Finished paralines, one under the other. */
export function PastList({
  circles,
  menuOf,
}: {
  circles: readonly Circle[];
  menuOf: (circle: Circle) => ReactNode;
}) {
  return (
    <ul className="past max-w-192 border-y border-rule">
      {circles.map((circle) => (
        <li key={circle.id}>
          <div className="stack g2">
            <h2 className="subhead">{circle.title}</h2>
            <p className="meta num">
              <CircleBadge status={circle.status} />
              <span>{responsesWords(circle)}</span>
              {circle.closed_on !== null && <span>Completed: {formatDay(circle.closed_on)}</span>}
            </p>
          </div>
          <div className="row">
            <Link
              className={buttonClass("outline")}
              to={resultsPath(circle.id)}
              aria-label={`View Results, ${circle.title}`}
            >
              View Results
            </Link>
            {menuOf(circle)}
          </div>
        </li>
      ))}
    </ul>
  );
}

function responsesWords(circle: Circle): string {
  if (isUnreleased(circle)) return unreleasedWords(circle);
  return `${circle.responses_count} ${circle.responses_count === 1 ? "response" : "responses"}`;
}

/** Five rows that are on their way. */
export function PastListLoading() {
  return (
    <Loading>
      <ul className="past max-w-192 border-y border-rule">
        {[1, 2, 3, 4, 5].map((place) => (
          <li key={place}>
            <div className="stack g3">
              <Skeleton className="h-6 w-64 max-w-full" />
              <Skeleton className="h-4 w-48 max-w-full" />
            </div>
            <Skeleton className="h-11 w-32" />
          </li>
        ))}
      </ul>
    </Loading>
  );
}
