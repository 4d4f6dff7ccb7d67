import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import {
  listSecondFactors,
  removeSecondFactor,
  type SecondFactor,
  showPassword,
} from "#web/client/auth.ts";
import { dayIn, formatDay } from "#web/client/dates.ts";
import { asksForPassword, isAboutPassword } from "#web/client/present-password.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { FieldError } from "#web/ui/field.tsx";
import { PresentPasswordField } from "#web/ui/present-password-field.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { notifyError, notifySuccess } from "#web/ui/toast.ts";
import { AddAuthenticator } from "./add-authenticator.tsx";
import { authMessage } from "./auth-message.ts";

/** The second step of signing in: which apps may give it, adding one, removing one, and what losing it means. */
export function Authenticators({ email, timeZone }: { email: string; timeZone: string }) {
  const queries = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const factors = useQuery({
    queryKey: queryKeys.secondFactors,
    queryFn: listSecondFactors,
    meta: { failure: "Failed to load your second step" },
  });
  const [isAdding, setIsAdding] = useState(false);
  const [leaving, setLeaving] = useState<SecondFactor>();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  /** What was typed of the present password; undefined until the server asks for it. */
  const [present, setPresent] = useState<string>();
  const [presentFault, setPresentFault] = useState<string>();

  function forgetRemoval() {
    setLeaving(undefined);
    setFault(undefined);
    setPresent(undefined);
    setPresentFault(undefined);
  }

  const reload = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: queryKeys.secondFactors }),
      queries.invalidateQueries({ queryKey: queryKeys.sessions }),
    ]);

  async function remove({ id, name }: SecondFactor) {
    setFault(undefined);
    setPresentFault(undefined);
    if (present === "") {
      setPresentFault("Please enter your current password");
      return;
    }
    setBusy(true);
    try {
      if (present !== undefined) await showPassword(present);
      await removeSecondFactor(id);
      await reload();
      forgetRemoval();
      notifySuccess("Authenticator removed", `${name} is not asked for any more.`);
    } catch (error) {
      if (asksForPassword(error) && present === undefined) {
        setPresent("");
        return;
      }
      if (present !== undefined && isAboutPassword(error)) {
        // Said at its field, which has the focus then: on a phone a toast would cover it.
        setPresentFault(authMessage(error));
        return;
      }
      setFault(authMessage(error));
      notifyError("Error", authMessage(error));
    } finally {
      setBusy(false);
    }
  }

  const listed = factors.data ?? [];
  return (
    <div className="stack g4">
      <h3 className="subhead" tabIndex={-1} ref={heading}>
        Authenticator app
      </h3>
      <p className="ink-2">
        With one, signing in takes your password and a code from an app on your phone. If you lose
        the app, only whoever runs this server can let you in again, once you have proven who you
        are: setting up a second one on another device spares you that.
      </p>
      {factors.isPending && (
        <Loading>
          <Skeleton className="h-11" />
        </Loading>
      )}
      {factors.isError && (
        <div className="stack g3 justify-items-start">
          <FieldError>Failed to load your second step</FieldError>
          <Button onClick={() => void factors.refetch()}>Try again</Button>
        </div>
      )}
      {listed.length > 0 && (
        <ul className="border-y border-rule divide-y divide-rule">
          {listed.map((factor) => (
            <li key={factor.id} className="row between py-3">
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
          isFirst={listed.length === 0}
          onCancel={() => setIsAdding(false)}
          onAdded={async () => {
            await reload();
            setIsAdding(false);
            heading.current?.focus();
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
          if (!open) forgetRemoval();
        }}
        title={`Remove ${leaving?.name ?? ""}?`}
        description={
          listed.length > 1
            ? "Its codes are not accepted any more. Your other authenticator still is."
            : "From then on your password alone is enough to sign in."
        }
        confirmWords="Remove"
        busyWords="Removing..."
        busy={busy}
        error={fault}
        finalFocus={heading}
        onConfirm={() => {
          if (leaving !== undefined) void remove(leaving);
        }}
      >
        {present !== undefined && (
          <PresentPasswordField
            email={email}
            error={presentFault}
            value={present}
            onChange={(event) => setPresent(event.target.value)}
          />
        )}
      </ConfirmDialog>
    </div>
  );
}
