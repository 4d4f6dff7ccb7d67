import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Circle } from "#contract/circles/circles.ts";
import { hadTooFewAnswers, isSealed, sealedUntil } from "#contract/circles/sealing.ts";
import { editPath, resultsPath, sharePath } from "#contract/paths.ts";
import { formatDay } from "#contract/values/days.ts";
import { ResponseDots } from "#web/brand/response-dots.tsx";
import { Cover } from "#web/features/circles/list/cover.tsx";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { Badge } from "#web/ui/status/badge.tsx";
import { completedOn } from "./circle-day.ts";

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
  const { responses_count, invites_count } = circle;
  if (hadTooFewAnswers(circle)) return <span>Fewer than 3 people answered</span>;
  return (
    <>
      {invites_count !== null && (
        <span>
          <ResponseDots taken={responses_count} total={invites_count} />
          {responses_count}/{invites_count} perspectives
        </span>
      )}
      {isSealed(circle) ? (
        <span>{sealedUntil(circle)}</span>
      ) : (
        invites_count === null && <span>{responses_count} perspectives</span>
      )}
    </>
  );
}
