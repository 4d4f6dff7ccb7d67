import { Link, useNavigate } from "react-router";
import { editPath, paths } from "#contract/paths.ts";
import { Art } from "#web/brand/art/art.tsx";
import { useToday } from "#web/features/account/hooks.ts";
import { CircleActionsMenu } from "#web/features/circles/actions/circle-actions-menu.tsx";
import { useCompletedCircles } from "#web/features/circles/hooks.ts";
import { CircleRowsLoading, CompletedCircleList } from "#web/features/circles/list/circle-rows.tsx";
import { CalibrationSection } from "#web/features/decisions/calibration-section.tsx";
import { useReviews } from "#web/features/decisions/hooks.ts";
import { ReviewPair } from "#web/features/decisions/review-pair.tsx";
import { FailedLoad } from "#web/shell/failed-load.tsx";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { EmptyState } from "#web/ui/status/empty-state.tsx";

const failure = "Failed to load history";

export function HistoryScreen() {
  return (
    <>
      <PageHead title="History" />
      <PastCircles />
    </>
  );
}

function PastCircles() {
  const navigate = useNavigate();
  const circles = useCompletedCircles();
  const found = useReviews(failure);
  const today = useToday();
  if (circles.isPending || found.isPending) return <CircleRowsLoading />;
  if (circles.data === undefined || found.data === undefined) {
    return <FailedLoad sentence={failure} queries={[circles, found]} />;
  }
  if (circles.data.length === 0) {
    return (
      <EmptyState
        art={<HistoryArt />}
        sentence="No completed paralines yet."
        line="A paraline appears here when its deadline has passed or you have closed it."
      >
        <Link className={buttonClass("outline")} to={paths.circles}>
          See your paralines
        </Link>
      </EmptyState>
    );
  }
  const reviews = new Map(found.data.map((review) => [review.circle_id, review]));
  return (
    <div className="stack g8">
      <CalibrationSection reviews={circles.data.flatMap(({ id }) => reviews.get(id) ?? [])} />
      <CompletedCircleList
        circles={circles.data}
        renderReview={(circle) => {
          const review = reviews.get(circle.id);
          return review && <ReviewPair circle={circle} review={review} />;
        }}
        renderMenu={(circle) => (
          <CircleActionsMenu
            circle={circle}
            today={today}
            leavesListOnReopen
            onDuplicated={(copyId) => void navigate(editPath(copyId))}
          />
        )}
      />
    </div>
  );
}

function HistoryArt() {
  return (
    <Art viewBox="0 0 240 170">
      <g fill="var(--pl-sheet)">
        <rect x="50" y="112" width="146" height="16" rx="3" />
        <rect x="44" y="96" width="146" height="16" rx="3" />
        <rect x="54" y="80" width="140" height="16" rx="3" />
        <rect x="48" y="64" width="144" height="16" rx="3" />
      </g>
      <g stroke="var(--pl-margin)">
        <path d="M118 64v64M123 64v64" />
        <path d="M120 63c-6-16-26-20-28-9-1 8 14 10 28 9zM121 63c6-16 26-20 28-9 1 8-14 10-28 9z" />
        <path d="M117 65c-6 6-10 8-16 9M124 65c6 6 10 8 16 9" />
      </g>
      <path d="M30 134h182M36 139h170" stroke="var(--pl-rule-strong)" strokeWidth="1" />
    </Art>
  );
}
