import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Circle } from "#contract/circles/circles.ts";
import { editPath, resultsPath, sharePath } from "#contract/paths.ts";
import { formatDay } from "#contract/values/days.ts";
import { ResponseDots } from "#web/brand/response-dots.tsx";
import { Cover } from "#web/features/circles/list/cover.tsx";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { Badge } from "#web/ui/status/badge.tsx";
import { isUnreleased, unreleasedMessage } from "../perspectives.ts";
import { completedOn } from "./circle-day.ts";

/** One circle in the list: its state and where to go from here. */
export function CircleCard({ circle, menu }: { circle: Circle; menu: ReactNode }) {
  // A circle that closed at its deadline shows that day once.
  const closingDay = circle.closed_on === circle.deadline ? null : circle.closed_on;
  return (
    <li className="sheet card">
      <Cover circleId={circle.id} src={circle.cover_image_url} />
      <div className="stack g3 card-body">
        <div className="stack g3">
          <div className="row between card-top">
            <CircleBadge status={circle.status} />
            {circle.deadline !== null && (
              <span className="small ink-3 num">
                {closingDay !== null && "Deadline: "}
                {formatDay(circle.deadline)}
              </span>
            )}
          </div>
          <h2 className="heading card-title" dir="auto">
            {circle.title}
          </h2>
        </div>
        <p className="meta num">
          <Perspectives circle={circle} />
          {closingDay !== null && <span>{completedOn(closingDay)}</span>}
        </p>
      </div>
      <div className="card-actions">
        <Link
          className={buttonClass("quiet", undefined, "card-lead")}
          to={resultsPath(circle.id)}
          aria-label={`View Results, ${circle.title}`}
        >
          View Results
        </Link>
        <Link
          className={buttonClass("quiet")}
          to={sharePath(circle.id)}
          state={{ circleId: circle.id }}
          aria-label={`Share Link, ${circle.title}`}
        >
          Share Link
        </Link>
        <div className="card-tools">
          <Link
            className={buttonClass("quiet")}
            to={editPath(circle.id)}
            aria-label={`Edit, ${circle.title}`}
          >
            Edit
          </Link>
          {menu}
        </div>
      </div>
    </li>
  );
}

export function CircleBadge({ status }: Pick<Circle, "status">) {
  return status === "active" ? <Badge tone="moss">Active</Badge> : <Badge>Completed</Badge>;
}

function Perspectives({ circle }: { circle: Circle }) {
  const counted = (
    <span>
      <ResponseDots taken={circle.responses_count} total={circle.invites_count} />
      {circle.responses_count}/{circle.invites_count} perspectives
    </span>
  );
  if (!isUnreleased(circle)) return counted;
  return (
    <>
      {circle.status === "active" && counted}
      <span>{unreleasedMessage(circle)}</span>
    </>
  );
}
