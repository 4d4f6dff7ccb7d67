import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { mcpPath } from "#contract/paths.ts";
import { dayIn, formatDay } from "#contract/values/days.ts";
import { isolate } from "#contract/values/isolate.ts";
import { type ConnectedApp, disconnectApp } from "#web/client/auth/connected-apps.ts";
import { formatInstant } from "#web/client/dates.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { authMessage } from "../auth-message.ts";
import { useConnectedApps } from "../hooks.ts";
import { QueryStatus } from "../query-status.tsx";
import { nameScopes } from "./describe-scopes.ts";

const failure = "Failed to load your connected apps";

/**
 * The apps that the owner has connected: what each may read, since when, when it last did, and how to disconnect it.
 */
export function ConnectedApps({ timeZone }: { timeZone: string }) {
  const queries = useQueryClient();
  const intro = useRef<HTMLParagraphElement>(null);
  const [leaving, setLeaving] = useState<ConnectedApp>();
  const apps = useConnectedApps(failure);
  const disconnect = useMutation({
    mutationFn: ({ client }: ConnectedApp) => disconnectApp(client.id),
    onSuccess: async (_, { client }) => {
      setLeaving(undefined);
      notifySuccess("App disconnected", `${isolate(client.name)} can no longer read your account.`);
      await queries.invalidateQueries({ queryKey: queryKeys.connectedApps });
    },
    onError: (error) => notifyError("Error", authMessage(error)),
  });

  const listed = apps.data ?? [];
  return (
    <div className="stack g4">
      <p className="ink-2 introduction" tabIndex={-1} ref={intro}>
        Apps that you allow to read your account, such as an AI assistant. They cannot change
        anything. To connect an assistant, add this address to it as a custom connector:{" "}
        <span className="strong wrap-anywhere" dir="auto">{`${location.origin}${mcpPath}`}</span>
      </p>
      <QueryStatus query={apps} failure={failure} />
      {apps.isSuccess && listed.length === 0 && <p>No app is connected.</p>}
      {listed.length > 0 && (
        <ul className="lined">
          {listed.map((app) => (
            <li key={app.client.id} className="row between">
              <span className="stack">
                <span className="strong wrap-anywhere" dir="auto">
                  {app.client.name}
                </span>
                <span className="small ink-2">May read {nameScopes(app.scopes)}</span>
                <span className="small ink-3">
                  Connected {formatDay(dayIn(timeZone, new Date(app.granted_at)))}
                </span>
                <span className="small ink-3">
                  {app.last_used_at === null
                    ? "Not used yet"
                    : `Last used ${formatInstant(app.last_used_at, timeZone)}`}
                </span>
              </span>
              <Button kind="quiet" className="btn-flush" onClick={() => setLeaving(app)}>
                Disconnect<span className="sr-only"> {app.client.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={leaving !== undefined}
        onOpenChange={(open) => {
          if (!open) setLeaving(undefined);
        }}
        title={`Disconnect ${isolate(leaving?.client.name ?? "")}?`}
        description="From now on, it can no longer read anything here. It may keep what it has already read."
        confirmLabel="Disconnect"
        busyLabel="Disconnecting..."
        busy={disconnect.isPending}
        error={disconnect.isError ? authMessage(disconnect.error) : undefined}
        focusWhenDone={intro}
        onConfirm={() => {
          if (leaving !== undefined) disconnect.mutate(leaving);
        }}
      />
    </div>
  );
}
