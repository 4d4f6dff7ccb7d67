import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { dayIn, formatDay } from "#contract/values/days.ts";
import { listSecondFactors, removeSecondFactor, type SecondFactor } from "#web/client/auth.ts";
import { useCurrentPassword } from "#web/client/current-password.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { CurrentPasswordField } from "#web/ui/fields/current-password-field.tsx";
import { FieldError } from "#web/ui/fields/field.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Loading, Skeleton } from "#web/ui/status/skeleton.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { AddAuthenticator } from "./add-authenticator.tsx";
import { authMessage } from "./auth-message.ts";

/** The second step of signing in: which apps can provide it, adding one, removing one, and what losing it means. */
export function Authenticators({ email, timeZone }: { email: string; timeZone: string }) {
  const queries = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const factors = useQuery({
    queryKey: queryKeys.secondFactors,
    queryFn: listSecondFactors,
    meta: { failure: "Failed to load your authenticator apps" },
  });
  const [isAdding, setIsAdding] = useState(false);
  const [leaving, setLeaving] = useState<SecondFactor>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const password = useCurrentPassword(authMessage);

  function closeRemoval() {
    setLeaving(undefined);
    setError(undefined);
    password.clear();
  }

  const reload = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: queryKeys.secondFactors }),
      queries.invalidateQueries({ queryKey: queryKeys.recoveryCodes }),
      queries.invalidateQueries({ queryKey: queryKeys.sessions }),
    ]);

  async function remove({ id, name }: SecondFactor) {
    setError(undefined);
    setBusy(true);
    const outcome = await password.attempt(async (current) => {
      await removeSecondFactor(id, current);
      await reload();
    });
    setBusy(false);
    if (outcome.kind === "done") {
      closeRemoval();
      notifySuccess("Authenticator removed", `${name} is no longer needed to sign in.`);
    } else if (outcome.kind === "failed") {
      setError(authMessage(outcome.error));
      notifyError("Error", authMessage(outcome.error));
    }
  }

  const all = factors.data ?? [];
  const listed = all.filter(({ type }) => type === "totp");
  return (
    <div className="stack g4">
      <h3 className="subhead" tabIndex={-1} ref={heading}>
        Authenticator app
      </h3>
      <p className="ink-2">
        With one, you sign in with your password and a code from an app on your phone. If you lose
        the app, a recovery code lets you in instead. Without codes, only the person who runs this
        server can let you back in, after you have proven who you are.
      </p>
      {factors.isPending && (
        <Loading>
          <Skeleton height={11} />
        </Loading>
      )}
      {factors.isError && (
        <div className="stack g3 start">
          <FieldError>Failed to load your authenticator apps</FieldError>
          <Button onClick={() => void factors.refetch()}>Try again</Button>
        </div>
      )}
      {listed.length > 0 && (
        <ul className="lined">
          {listed.map((factor) => (
            <li key={factor.id} className="row between">
              <span className="stack">
                <span className="strong wrap-anywhere">{factor.name}</span>
                <span className="small ink-3">
                  Added {formatDay(dayIn(timeZone, new Date(factor.created_at)))}
                </span>
              </span>
              <Button kind="quiet" onClick={() => setLeaving(factor)}>
                Remove<span className="sr-only"> {factor.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isAdding ? (
        <AddAuthenticator
          email={email}
          isFirst={all.length === 0}
          onCancel={() => setIsAdding(false)}
          onAdded={async () => {
            await reload();
            setIsAdding(false);
            // With the first one, recovery codes are offered and have the focus.
            if (all.length > 0) heading.current?.focus();
          }}
        />
      ) : (
        factors.isSuccess && (
          <p>
            <Button className="fill-small" onClick={() => setIsAdding(true)}>
              Add an authenticator app
            </Button>
          </p>
        )
      )}
      <ConfirmDialog
        open={leaving !== undefined}
        onOpenChange={(open) => {
          if (!open) closeRemoval();
        }}
        title={`Remove ${leaving?.name ?? ""}?`}
        description={
          all.length > 1
            ? "Its codes will no longer be accepted. Your other second step will still work."
            : "It is your only second step. After that, your password alone is enough to sign in. Recovery codes stop working."
        }
        confirmLabel="Remove"
        busyLabel="Removing..."
        busy={busy}
        error={error}
        finalFocus={heading}
        onConfirm={() => {
          if (leaving !== undefined) void remove(leaving);
        }}
      >
        {password.isAsked && <CurrentPasswordField email={email} {...password.field} />}
      </ConfirmDialog>
    </div>
  );
}
