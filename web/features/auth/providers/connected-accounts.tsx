import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { dayIn, formatDay } from "#contract/values/days.ts";
import type { SignInProvider } from "#web/client/auth/auth-settings.ts";
import { useCurrentPassword } from "#web/client/auth/current-password.ts";
import {
  type ConnectedAccount,
  connectAt,
  connectedParameter,
  disconnect,
} from "#web/client/auth/sign-in-providers.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { CurrentPasswordField } from "#web/ui/fields/current-password-field.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { notifySuccess } from "#web/ui/toasts/toast.ts";
import { authMessage } from "../auth-message.ts";
import { useAuthSettings, useConnectedAccounts } from "../hooks.ts";
import { QueryStatus } from "../query-status.tsx";
import { SignInMethodList } from "../sign-in-methods/sign-in-method-list.tsx";
import { ProviderMark } from "./provider-mark.tsx";

type Step =
  | { kind: "connect"; provider: SignInProvider }
  | { kind: "disconnect"; account: ConnectedAccount };

export function ConnectedAccounts({
  email,
  hasPassword,
  timeZone,
}: {
  email: string;
  hasPassword: boolean;
  timeZone: string;
}) {
  const queries = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const settings = useAuthSettings();
  const accounts = useConnectedAccounts();
  const [step, setStep] = useState<Step>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const password = useCurrentPassword(authMessage);

  const providers = settings.data?.providers ?? [];
  const listed = accounts.data ?? [];
  const findProviderName = (id: string) =>
    providers.find((provider) => provider.id === id)?.name ?? names[id] ?? "Other";
  useConnectedToast(listed, findProviderName);

  function close() {
    setStep(undefined);
    setError(undefined);
    password.clear();
  }

  async function take(next: Step) {
    setError(undefined);
    setBusy(true);
    const outcome = await password.attempt(async (current) => {
      if (next.kind === "connect") return connectAt(next.provider, current);
      await disconnect(next.account.id, current);
      await Promise.all(
        [queryKeys.connectedAccounts, queryKeys.sessions, queryKeys.connectedApps].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      );
    });
    // Connecting an account leaves the page, so the button stays busy until then.
    if (outcome.kind !== "done" || next.kind !== "connect") setBusy(false);
    if (outcome.kind === "failed") setError(authMessage(outcome.error));
    if (outcome.kind === "done" && next.kind === "disconnect") {
      close();
      notifySuccess(
        `${findProviderName(next.account.provider)} disconnected`,
        "It can no longer be used to sign in.",
      );
    }
  }

  if (providers.length === 0 && listed.length === 0) return null;

  const mayChange = settings.data?.manual_linking ?? false;
  const isOnlyWay = !hasPassword && listed.length === 1;
  const offered = providers.filter(({ id }) => listed.every(({ provider }) => provider !== id));
  return (
    <div className="stack g4">
      <h3 className="subhead" tabIndex={-1} ref={heading}>
        Connected accounts
      </h3>
      <p className="ink-2">Sign in with an account that you have elsewhere.</p>
      <QueryStatus query={accounts} failure="Failed to load your connected accounts" />
      <SignInMethodList
        items={listed}
        createRow={({ provider, email: address, created_at }) => {
          const day = formatDay(dayIn(timeZone, new Date(created_at)));
          return {
            mark: <ProviderMark provider={provider} />,
            name: findProviderName(provider),
            details: [address === undefined ? `Connected ${day}` : `${address}, connected ${day}`],
          };
        }}
        actions={[
          {
            label: "Disconnect",
            act: (account) => setStep({ kind: "disconnect", account }),
            isOffered: () => mayChange && !isOnlyWay,
          },
        ]}
      />
      {mayChange && isOnlyWay && (
        <p className="ink-2">
          This is the only way to sign in to your account. To disconnect it,{" "}
          <a href="#password">set a password</a> first.
        </p>
      )}
      {mayChange && accounts.isSuccess && offered.length > 0 && (
        <ul className="row">
          {offered.map((provider) => (
            <li key={provider.id} className="fill-small">
              <Button className="fill-small" onClick={() => setStep({ kind: "connect", provider })}>
                <ProviderMark provider={provider.id} />
                Connect {provider.name}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={step !== undefined}
        onOpenChange={(open) => {
          if (!open) close();
        }}
        {...dialogTexts(step, findProviderName)}
        busy={busy}
        error={error}
        focusWhenDone={heading}
        onConfirm={() => {
          if (step !== undefined) void take(step);
        }}
      >
        {password.isAsked && <CurrentPasswordField email={email} {...password.field} />}
      </ConfirmDialog>
    </div>
  );
}

/** The names of providers that a server may have been registered with before. */
const names: Readonly<Record<string, string>> = {
  google: "Google",
  apple: "Apple",
  azure: "Microsoft",
  github: "GitHub",
};

function dialogTexts(step: Step | undefined, findProviderName: (id: string) => string) {
  if (step?.kind === "disconnect") {
    const name = findProviderName(step.account.provider);
    return {
      title: `Disconnect ${name}?`,
      description: `After that, your account at ${name} no longer signs you in here. You will be signed out everywhere else, and connected apps are disconnected.`,
      confirmLabel: "Disconnect",
      busyLabel: "Disconnecting...",
    };
  }
  const name = step?.provider.name ?? "";
  return {
    title: `Connect ${name}?`,
    description: `You sign in at ${name} and come back. From then on, that account signs you in here. “Forgot password?” disconnects it, unless you have to pass a second step.`,
    confirmLabel: `Continue to ${name}`,
    busyLabel: "Leaving...",
  };
}

function useConnectedToast(
  listed: readonly ConnectedAccount[],
  findProviderName: (id: string) => string,
): void {
  const [search, setSearch] = useSearchParams();
  const connected = search.get(connectedParameter);
  const isListed = listed.some(({ provider }) => provider === connected);
  const name = connected === null ? "" : findProviderName(connected);
  useEffect(() => {
    if (!isListed) return;
    notifySuccess(`${name} connected`, "You can now sign in with it.");
    // The router's own parameters are not used: it does not know that the auth library has removed its code from the
    // address.
    const left = new URLSearchParams(location.search);
    left.delete(connectedParameter);
    setSearch(left, { replace: true });
  }, [isListed, name, setSearch]);
}
