import { Link } from "react-router";
import type { Circle } from "#contract/circles.ts";
import { resultsPath } from "#contract/paths.ts";
import { formatDay } from "#web/client/dates.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { CircleBadge } from "./circle-card.tsx";
import { countPerspectives, isUnreleased, unreleasedWords } from "./perspectives.ts";

/** Where a screen needs a paraline and was given none: the ones to choose from. */
export function CircleChoiceList({ circles }: { circles: readonly Circle[] }) {
  return (
    <ul className="past max-w-192 border-y border-rule">
      {circles.map((circle) => (
        <li key={circle.id}>
          <div className="stack g2">
            <h2 className="subhead">{circle.title}</h2>
            <p className="meta num">
              <CircleBadge status={circle.status} />
              <span>
                {isUnreleased(circle)
                  ? unreleasedWords(circle)
                  : countPerspectives(circle.responses_count)}
              </span>
              {circle.deadline !== null && <span>{formatDay(circle.deadline)}</span>}
            </p>
          </div>
          <Link
            className={buttonClass("outline")}
            to={resultsPath(circle.id)}
            aria-label={`View Results, ${circle.title}`}
          >
            View Results
          </Link>
        </li>
      ))}
    </ul>
  );
}
