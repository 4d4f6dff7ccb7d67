import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Circle } from "#contract/circles/circles.ts";
import { hadTooFewAnswers, isSealed, sealedUntil } from "#contract/circles/sealing.ts";
import { resultsPath } from "#contract/paths.ts";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { Loading, Skeleton } from "#web/ui/status/skeleton.tsx";
import { formatCount } from "#web/ui/text/format-count.ts";
import { CircleBadge } from "./circle-card.tsx";
import { completedOn, describeDay } from "./circle-day.ts";

export function CompletedCircleList({
  circles,
  renderReview,
  renderMenu,
}: {
  circles: readonly Circle[];
  /** What was predicted and what happened, if the circle has a decision. */
  renderReview: (circle: Circle) => ReactNode;
  renderMenu: (circle: Circle) => ReactNode;
}) {
  return (
    <Rows>
      {circles.map((circle) => (
        <CircleRow
          key={circle.id}
          circle={circle}
          received={formatCount(circle.responses_count, "response")}
          day={circle.closed_on !== null && completedOn(circle.closed_on)}
          review={renderReview(circle)}
          menu={renderMenu(circle)}
        />
      ))}
    </Rows>
  );
}

/** For a screen that needs a circle and was given none: the ones to choose from. */
export function CircleChoiceList({ circles }: { circles: readonly Circle[] }) {
  return (
    <Rows>
      {circles.map((circle) => (
        <CircleRow
          key={circle.id}
          circle={circle}
          received={formatCount(circle.responses_count, "perspective")}
          day={describeDay(circle)}
        />
      ))}
    </Rows>
  );
}

export function CircleRowsLoading() {
  return (
    <Loading>
      <Rows>
        {[1, 2, 3, 4, 5].map((place) => (
          <li key={place}>
            <div className="stack g3">
              <Skeleton width={64} height={6} />
              <Skeleton width={48} height={4} />
            </div>
            <Skeleton width={32} height={11} />
          </li>
        ))}
      </Rows>
    </Loading>
  );
}

function Rows({ children }: { children: ReactNode }) {
  return <ul className="lined past">{children}</ul>;
}

function CircleRow({
  circle,
  received,
  day,
  review,
  menu,
}: {
  circle: Circle;
  /** How much can be read, once anything can. */
  received: string;
  day: ReactNode;
  review?: ReactNode;
  menu?: ReactNode;
}) {
  return (
    <li>
      <div className="stack g2">
        <h2 className="subhead" dir="auto">
          {circle.title}
        </h2>
        <p className="meta num">
          <CircleBadge status={circle.status} />
          <span>
            {isSealed(circle)
              ? sealedUntil(circle)
              : hadTooFewAnswers(circle)
                ? "Fewer than 3 people answered"
                : received}
          </span>
          {day && <span>{day}</span>}
        </p>
        {review}
      </div>
      <div className="row">
        <Link
          className={buttonClass("outline")}
          to={resultsPath(circle.id)}
          aria-label={`View Results, ${circle.title}`}
        >
          View Results
        </Link>
        {menu}
      </div>
    </li>
  );
}
