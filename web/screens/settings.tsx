import { type ReactNode, useEffect } from "react";
import { Link } from "react-router";
import type { Account } from "#contract/account.ts";
import { adminPath } from "#contract/paths.ts";
import { signOut } from "#web/client/auth/auth.ts";
import { DeleteAccount } from "#web/features/account/delete-account.tsx";
import { DownloadEverything } from "#web/features/account/download-everything.tsx";
import { useAccount } from "#web/features/account/hooks.ts";
import { ProfileForm } from "#web/features/account/profile-form.tsx";
import { TimeZoneChoice } from "#web/features/account/time-zone-choice.tsx";
import { ConnectedApps } from "#web/features/auth/connected-apps/connected-apps.tsx";
import { Passkeys } from "#web/features/auth/passkeys/passkeys.tsx";
import { ChangePasswordForm } from "#web/features/auth/passwords/change-password-form.tsx";
import { ConnectedAccounts } from "#web/features/auth/providers/connected-accounts.tsx";
import { RecoveryCodes } from "#web/features/auth/recovery-codes/recovery-codes.tsx";
import { Authenticators } from "#web/features/auth/second-steps/authenticators.tsx";
import { Phones } from "#web/features/auth/second-steps/phones.tsx";
import { SecurityKeys } from "#web/features/auth/second-steps/security-keys.tsx";
import { Sessions } from "#web/features/auth/sessions.tsx";
import { BillingPanel } from "#web/features/billing/billing-panel.tsx";
import { LostPurchases } from "#web/features/billing/lost-purchases.tsx";
import { deleteDrafts } from "#web/features/circles/draft/draft-storage.ts";
import { FailedLoad } from "#web/shell/failed-load.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { Loading, Skeleton } from "#web/ui/status/skeleton.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";

const failure = "Failed to load settings";

const sections = [
  { id: "profile", title: "Profile" },
  { id: "notifications", title: "Notifications" },
  { id: "time", title: "Time" },
  { id: "signing-in", title: "Signing in" },
  { id: "second-step", title: "Second step" },
  { id: "devices", title: "Devices" },
  { id: "connected-apps", title: "Connected apps" },
  { id: "plan", title: "Plan and billing" },
  { id: "your-data", title: "Your data" },
] as const;
type SectionId = (typeof sections)[number]["id"];

export function SettingsScreen() {
  const account = useAccount();
  const isFailed = account.isError && account.data === undefined;
  useEffect(() => {
    // Every screen reads the account, but only this one requires it.
    if (isFailed) notifyError(failure);
  }, [isFailed]);

  return (
    <>
      <PageHead title="Settings" />
      <div className="settings">
        {account.data !== undefined ? (
          <>
            <SectionLinks />
            <Sections account={account.data} />
          </>
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
    <div className="stack g8 settings-sections">
      <ProfileForm account={account} />
      <Section id="time">
        <TimeZoneChoice account={account} />
      </Section>
      <SignInSections account={account} timeZone={timeZone} />
      <Section id="plan">
        <BillingPanel />
      </Section>
      <Section id="your-data">
        <DownloadEverything />
        <DeleteAccount
          account={account}
          onDeleted={async () => {
            deleteDrafts(account.user_id);
            await signOut();
            notifySuccess("Your account has been deleted", "Everything in it has been erased.");
          }}
        >
          <LostPurchases />
        </DeleteAccount>
      </Section>
      {account.is_operator && (
        <section aria-label="This server">
          <p className="ink-2">
            You are an operator of this server. <Link to={adminPath}>See how it is doing</Link>
          </p>
        </section>
      )}
    </div>
  );
}

function SignInSections({ account, timeZone }: { account: Account; timeZone: string }) {
  return (
    <>
      <Section id="signing-in">
        <ChangePasswordForm email={account.email} hasPassword={account.has_password} />
        <Passkeys email={account.email} timeZone={timeZone} hasPassword={account.has_password} />
        <ConnectedAccounts
          email={account.email}
          hasPassword={account.has_password}
          timeZone={timeZone}
        />
      </Section>
      <Section id="second-step">
        <p className="ink-2">Something you have, checked after your password.</p>
        <Authenticators email={account.email} timeZone={timeZone} />
        <SecurityKeys email={account.email} timeZone={timeZone} />
        <Phones email={account.email} timeZone={timeZone} />
        <RecoveryCodes email={account.email} />
      </Section>
      <Section id="devices">
        <Sessions timeZone={timeZone} />
      </Section>
      <Section id="connected-apps">
        <ConnectedApps email={account.email} timeZone={timeZone} />
      </Section>
    </>
  );
}

function Section({ id, children }: { id: SectionId; children: ReactNode }) {
  return (
    <section className="stack g6" aria-labelledby={id}>
      <h2 className="heading" id={id} tabIndex={-1}>
        {sections.find((section) => section.id === id)?.title}
      </h2>
      <div className="stack g10">{children}</div>
    </section>
  );
}

/** Links to the sections, because the page is several screens long on a phone. */
function SectionLinks() {
  return (
    <nav className="section-links" aria-label="Settings">
      <ul>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
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
