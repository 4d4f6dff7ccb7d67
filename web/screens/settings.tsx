import { ProfileForm } from "#web/features/account/profile-form.tsx";
import { useAccount } from "#web/features/account/read-account.ts";
import { FailedLoad } from "#web/shell/failed-load.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";

/** /settings: your account. */
export function SettingsScreen() {
  return (
    <>
      <PageHead title="Settings" />
      <div className="max-w-136">
        <Profile />
      </div>
    </>
  );
}

function Profile() {
  const account = useAccount();
  if (account.data !== undefined) return <ProfileForm account={account.data} />;
  if (account.isPending) {
    return (
      <Loading>
        <div className="stack g6">
          <Skeleton className="h-7 w-32" />
          <Skeleton className="h-19" />
          <Skeleton className="h-19" />
        </div>
      </Loading>
    );
  }
  return <FailedLoad sentence="Failed to load settings" onRetry={() => void account.refetch()} />;
}
