import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Circle } from "#contract/circles/circles.ts";
import { paths } from "#contract/paths.ts";
import { TableArt } from "#web/brand/art/table.tsx";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { EmptyState } from "#web/ui/status/empty-state.tsx";
import { Loading, Skeleton } from "#web/ui/status/skeleton.tsx";
import { CircleCard } from "./circle-card.tsx";

export function CircleList({
  circles,
  renderMenu,
}: {
  circles: readonly Circle[];
  /** Omitted if nothing can be done, as in the preview. */
  renderMenu?: (circle: Circle) => ReactNode;
}) {
  if (circles.length === 0) {
    return (
      <EmptyState art={<TableArt />} sentence="You haven't created any paralines yet.">
        <Link className={buttonClass("outline")} to={paths.create}>
          Create your first paraline
        </Link>
        {/* Not the router's link: the example makes no calls, so it cannot lead back into the signed-in app. */}
        <a href={paths.example}>See an example</a>
      </EmptyState>
    );
  }
  return (
    <ul className="cards">
      {circles.map((circle) => (
        <CircleCard key={circle.id} circle={circle} menu={renderMenu?.(circle)} />
      ))}
    </ul>
  );
}

export function CircleListLoading() {
  return (
    <Loading>
      <ul className="cards">
        {[1, 2, 3].map((place) => (
          <li className="sheet card" key={place}>
            <Skeleton className="loading-cover" />
            <div className="stack g3 card-body">
              <div className="stack g3">
                <Skeleton className="loading-badge" width={18} height={6} />
                <Skeleton className="loading-title" height={6} />
              </div>
              <Skeleton className="loading-fact" height={4} />
            </div>
            <div className="card-actions">
              <Skeleton className="loading-action" width={22} height={4} />
            </div>
          </li>
        ))}
      </ul>
    </Loading>
  );
}
