import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { mcpPath } from "#contract/paths.ts";
import { dayIn, formatDay } from "#contract/values/days.ts";
import { isolate } from "#contract/values/isolate.ts";
import { type ConnectedApp, disconnectApp } from "#web/client/auth/connected-apps.ts";
import { formatInstant } from "#web/client/dates.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { notifySuccess } from "#web/ui/toasts/toast.ts";
import { useConnectedApps } from "../hooks.ts";
import { QueryStatus } from "../query-status.tsx";
import { SignInMethodList } from "../sign-in-methods/sign-in-method-list.tsx";
import { nameScopes } from "./describe-scopes.ts";

const failure = "Failed to load your connected apps";

export function ConnectedApps({ email, timeZone }: { email: string; timeZone: string }) {
  const queries = useQueryClient();
  const intro = useRef<HTMLParagraphElement>(null);
  const apps = useConnectedApps(failure);
  async function disconnect({ client }: ConnectedApp) {
    await disconnectApp(client.id);
    notifySuccess("App disconnected", `${isolate(client.name)} can no longer read your account.`);
    await queries.invalidateQueries({ queryKey: queryKeys.connectedApps });
  }

  const listed = apps.data ?? [];
  return (
    <div className="stack g4">
      <p className="ink-2 introduction" tabIndex={-1} ref={intro}>
        They may read your account, but cannot change anything. To connect an AI assistant, add this
        address to it as a custom connector:{" "}
        <span className="strong wrap-anywhere" dir="auto">{`${location.origin}${mcpPath}`}</span>
      </p>
      <QueryStatus query={apps} failure={failure} />
      {apps.isSuccess && listed.length === 0 && <p>No app is connected.</p>}
      <SignInMethodList
        items={listed.map((app) => ({ id: app.client.id, ...app }))}
        createRow={({ client, scopes, granted_at, last_used_at }) => ({
          name: client.name,
          about: `May read ${nameScopes(scopes)}`,
          details: [
            `Connected ${formatDay(dayIn(timeZone, new Date(granted_at)))}`,
            last_used_at === null
              ? "Not used yet"
              : `Last used ${formatInstant(last_used_at, timeZone)}`,
          ],
        })}
        removal={{
          verb: "Disconnect",
          busyLabel: "Disconnecting...",
          email,
          loss: "From now on, it can no longer read anything here. It may keep what it has already read.",
          focusWhenDone: intro,
          onRemove: disconnect,
        }}
        isFlush
      />
    </div>
  );
}
