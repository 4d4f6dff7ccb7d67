import { Link, useLocation, useNavigate } from "react-router";
import { editPath, paths } from "#contract/paths.ts";
import { useToday } from "#web/features/account/hooks.ts";
import { LazyCircleActionsMenu } from "#web/features/circles/actions/lazy-circle-actions-menu.tsx";
import { useCircles } from "#web/features/circles/hooks.ts";
import { CircleList, CircleListLoading } from "#web/features/circles/list/circle-list.tsx";
import { sampleCircles } from "#web/features/circles/list/sample-circles.ts";
import { FailedLoad } from "#web/shell/failed-load.tsx";
import { isPreview } from "#web/shell/preview.ts";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { PlusIcon } from "#web/ui/icons/icons.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";

/** /dashboard and /circles: the owner's circles. The preview shows samples and makes no calls. */
export function DashboardScreen() {
  const location = useLocation();
  return (
    <>
      <PageHead title="Dashboard" line="All your paralines">
        <Link className={buttonClass("primary")} to={paths.create}>
          <PlusIcon />
          New Paraline
        </Link>
      </PageHead>
      {isPreview(location) ? <CircleList circles={sampleCircles} /> : <OwnCircles />}
    </>
  );
}

function OwnCircles() {
  const navigate = useNavigate();
  const circles = useCircles();
  const today = useToday();
  if (circles.data !== undefined) {
    return (
      <CircleList
        circles={circles.data}
        renderMenu={(circle) => (
          <LazyCircleActionsMenu
            circle={circle}
            today={today}
            onDuplicated={(copyId) => void navigate(editPath(copyId))}
          />
        )}
      />
    );
  }
  if (circles.isPending) return <CircleListLoading />;
  return <FailedLoad sentence="Failed to load paralines" queries={[circles]} />;
}
