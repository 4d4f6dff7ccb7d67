import { type ReactNode, useEffect, useId } from "react";
import type { Account } from "#contract/account.ts";
import { signOut } from "#web/client/auth.ts";
import { DeleteAccount } from "#web/features/account/delete-account.tsx";
import { DownloadEverything } from "#web/features/account/download-everything.tsx";
import { useAccount } from "#web/features/account/hooks.ts";
import { ProfileForm } from "#web/features/account/profile-form.tsx";
import { TimeZoneChoice } from "#web/features/account/time-zone-choice.tsx";
import { Authenticators } from "#web/features/auth/authenticators.tsx";
import { ChangePasswordForm } from "#web/features/auth/change-password-form.tsx";
import { ConnectedAccounts } from "#web/features/auth/connected-accounts.tsx";
import { ConnectedApps } from "#web/features/auth/connected-apps.tsx";
import { Passkeys } from "#web/features/auth/passkeys.tsx";
import { Phones } from "#web/features/auth/phones.tsx";
import { RecoveryCodes } from "#web/features/auth/recovery-codes.tsx";
import { SecurityKeys } from "#web/features/auth/security-keys.tsx";
import { Sessions } from "#web/features/auth/sessions.tsx";
import { BillingPanel } from "#web/features/billing/billing-panel.tsx";
import { deleteDraftsOf } from "#web/features/circles/draft/draft-storage.ts";
import { FailedLoad } from "#web/shell/failed-load.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { Loading, Skeleton } from "#web/ui/status/skeleton.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";

const failure = "Failed to load settings";

/** /settings: the owner's account, in consecutive sections. */
export function SettingsScreen() {
  const account = useAccount();
  const isFailed = account.isError && account.data === undefined;
  useEffect(() => {
    // every screen reads the account, but only this one requires it
    if (isFailed) notifyError(failure);
  }, [isFailed]);

  return (
    <>
      <PageHead title="Settings" />
      <div className="settings">
        {account.data !== undefined ? (
          <Sections account={account.data} />
        ) : account.isPending ? (
          <SettingsLoading />
        ) : (
          <FailedLoad sentence={failure} queries={[account]} />
        )}
      </div>
    </>
  );
}

function Sections({ account }: { account: Account }) {
  const timeZone = account.time_zone ?? "UTC";
  return (
    <div className="stack g14">
      <ProfileForm account={account} />
      <Section title="Time">
        <TimeZoneChoice account={account} />
      </Section>
      <Section title="Signing in">
        <ChangePasswordForm email={account.email} hasPassword={account.has_password} />
        <Passkeys email={account.email} timeZone={timeZone} hasPassword={account.has_password} />
        <ConnectedAccounts
          email={account.email}
          hasPassword={account.has_password}
          timeZone={timeZone}
        />
        <Authenticators email={account.email} timeZone={timeZone} />
        <SecurityKeys email={account.email} timeZone={timeZone} />
        <Phones email={account.email} timeZone={timeZone} />
        <RecoveryCodes email={account.email} />
        <Sessions timeZone={timeZone} />
      </Section>
      <Section title="Connected apps">
        <ConnectedApps timeZone={timeZone} />
      </Section>
      <Section title="Plan and billing">
        <BillingPanel />
      </Section>
      <Section title="Your data">
        <DownloadEverything />
        <DeleteAccount
          account={account}
          onDeleted={async () => {
            deleteDraftsOf(account.user_id);
            await signOut();
            notifySuccess("Your account has been deleted", "Everything in it has been erased.");
          }}
        />
      </Section>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="stack g6" aria-labelledby={id}>
      <h2 className="heading" id={id}>
        {title}
      </h2>
      <div className="stack g10">{children}</div>
    </section>
  );
}

function SettingsLoading() {
  return (
    <Loading>
      <div className="stack g6">
        <Skeleton width={32} height={7} />
        <Skeleton height={19} />
        <Skeleton height={19} />
        <Skeleton width={40} height={7} />
        <Skeleton height={32} />
      </div>
    </Loading>
  );
}
