import { Link, useNavigate } from "react-router";
import { editPath, paths } from "#contract/paths.ts";
import { useToday } from "#web/features/account/hooks.ts";
import { CircleActionsMenu } from "#web/features/circles/actions/circle-actions-menu.tsx";
import { useCompletedCircles } from "#web/features/circles/hooks.ts";
import { CircleRowsLoading, CompletedCircleList } from "#web/features/circles/list/circle-rows.tsx";
import { HistoryArt } from "#web/screens/history-art.tsx";
import { FailedLoad } from "#web/shell/failed-load.tsx";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { EmptyState } from "#web/ui/status/empty-state.tsx";

/** /history: the closed circles. */
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
  const today = useToday();
  if (circles.isPending) return <CircleRowsLoading />;
  if (circles.data === undefined) {
    return <FailedLoad sentence="Failed to load history" queries={[circles]} />;
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
  return (
    <CompletedCircleList
      circles={circles.data}
      menuOf={(circle) => (
        <CircleActionsMenu
          circle={circle}
          today={today}
          leavesListOnReopen
          onDuplicated={(copyId) => void navigate(editPath(copyId))}
        />
      )}
    />
  );
}
