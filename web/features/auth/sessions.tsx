import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { deviceName } from "#contract/auth/device-name.ts";
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
import { SignInMethodList } from "./sign-in-methods/sign-in-method-list.tsx";

const failure = "Failed to load your devices";

export function Sessions({ timeZone }: { timeZone: string }) {
  const queries = useQueryClient();
  const intro = useRef<HTMLParagraphElement>(null);
  const reload = () => queries.invalidateQueries({ queryKey: queryKeys.sessions });
  const sessions = useSessions(failure);
  const end = useMutation({
    mutationFn: (id: string) => callOwnerApi("DELETE /api/sessions/:id", { params: { id } }),
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
        If you don't recognize one, sign it out and change your password.
      </p>
      <QueryStatus query={sessions} failure={failure} rows={2} />
      <SignInMethodList
        items={listed}
        createRow={({ user_agent, is_current, refreshed_at, network, created_at }) => ({
          name: deviceName(user_agent),
          badge: is_current && <Badge tone="moss">This device</Badge>,
          details: [
            `Last seen ${formatInstant(refreshed_at, timeZone)}${network === null ? "" : `, from ${network}`}`,
            `Signed in ${formatInstant(created_at, timeZone)}`,
          ],
        })}
        actions={[
          {
            label: "Sign out",
            act: ({ id }) => end.mutate(id),
            isOffered: ({ is_current }) => !is_current,
            isBusy: ({ id }) => end.isPending && end.variables === id,
          },
        ]}
        isFlush
      />
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
