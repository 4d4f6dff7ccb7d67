import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { deviceName } from "#contract/auth/device-name.ts";
import type { endSession } from "#contract/auth/sessions.ts";
import { signOut, signOutElsewhere } from "#web/client/auth/auth.ts";
import { formatInstant } from "#web/client/dates.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { Badge } from "#web/ui/status/badge.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { authMessage } from "./auth-message.ts";
import { useSessions } from "./hooks.ts";
import { QueryStatus } from "./query-status.tsx";

const failure = "Failed to load your devices";

/** Lists the sessions, and signs out one of them, all others, or this one. */
export function Sessions({ timeZone }: { timeZone: string }) {
  const queries = useQueryClient();
  const intro = useRef<HTMLParagraphElement>(null);
  const reload = () => queries.invalidateQueries({ queryKey: queryKeys.sessions });
  const sessions = useSessions(failure);
  const end = useMutation({
    mutationFn: (id: string) =>
      callOwnerApi<typeof endSession>("DELETE", "/api/sessions/:id", { params: { id } }),
    onSuccess: () => finishWith("Signed out there"),
    onError: showError,
  });
  const endOthers = useMutation({
    mutationFn: signOutElsewhere,
    onSuccess: () => finishWith("Signed out everywhere else"),
    onError: showError,
  });

  async function finishWith(message: string) {
    notifySuccess(message);
    await reload();
    // The clicked button disappears with its row.
    intro.current?.focus();
  }

  function showError(error: unknown) {
    notifyError("Error", authMessage(error));
    void reload();
  }

  const listed = sessions.data ?? [];
  return (
    <div className="stack g4">
      <p className="ink-2 introduction" tabIndex={-1} ref={intro}>
        Where you are signed in. If you don't recognize a device, sign it out and change your
        password.
      </p>
      <QueryStatus query={sessions} failure={failure} rows={2} />
      {listed.length > 0 && (
        <ul className="lined">
          {listed.map((session) => (
            <li key={session.id} className="row between">
              <span className="stack">
                <span className="row">
                  <span className="strong">{deviceName(session.user_agent)}</span>
                  {session.is_current && <Badge tone="moss">This device</Badge>}
                </span>
                <span className="small ink-3">
                  Last seen {formatInstant(session.refreshed_at, timeZone)}
                  {session.network !== null && `, from ${session.network}`}
                </span>
                <span className="small ink-3">
                  Signed in {formatInstant(session.created_at, timeZone)}
                </span>
              </span>
              {!session.is_current && (
                <Button
                  kind="quiet"
                  className="btn-flush"
                  busy={end.isPending && end.variables === session.id}
                  onClick={() => end.mutate(session.id)}
                >
                  Sign out<span className="sr-only"> {deviceName(session.user_agent)}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="row">
        {listed.length > 1 && (
          <Button
            className="fill-small"
            busy={endOthers.isPending}
            busyLabel="Signing out..."
            onClick={() => endOthers.mutate()}
          >
            Sign out everywhere else
          </Button>
        )}
        <Button
          kind={listed.length > 1 ? "quiet" : "outline"}
          className="fill-small"
          onClick={() => void signOut()}
        >
          Sign out here
        </Button>
      </p>
    </div>
  );
}
