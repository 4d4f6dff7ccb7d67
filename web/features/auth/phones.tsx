import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { dayIn, formatDay } from "#contract/values/days.ts";
import { listSecondFactors, removeSecondFactor, type SecondFactor } from "#web/client/auth.ts";
import { useCurrentPassword } from "#web/client/current-password.ts";
import { arePhonesOffered } from "#web/client/phones.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { CurrentPasswordField } from "#web/ui/fields/current-password-field.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { AddPhone } from "./add-phone.tsx";
import { authMessage } from "./auth-message.ts";

/** Phones as second steps: which there are, adding one, removing one. Nothing where this server sends no texts. */
export function Phones({ email, timeZone }: { email: string; timeZone: string }) {
  const queries = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const offered = useQuery({ queryKey: queryKeys.phonesOffered, queryFn: arePhonesOffered });
  const factors = useQuery({ queryKey: queryKeys.secondFactors, queryFn: listSecondFactors });
  const [isAdding, setIsAdding] = useState(false);
  const [leaving, setLeaving] = useState<SecondFactor>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const password = useCurrentPassword(authMessage);

  const all = factors.data ?? [];
  const listed = all.filter(({ type }) => type === "phone");
  // The section of authenticators says when the second steps cannot be loaded.
  if (!factors.isSuccess || (!offered.data && listed.length === 0)) return null;

  function closeRemoval() {
    setLeaving(undefined);
    setError(undefined);
    password.clear();
  }

  const reload = () =>
    Promise.all(
      [queryKeys.secondFactors, queryKeys.recoveryCodes, queryKeys.sessions].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );

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
      notifySuccess("Phone removed", `${name} is no longer needed to sign in.`);
    } else if (outcome.kind === "failed") {
      setError(authMessage(outcome.error));
      notifyError("Error", authMessage(outcome.error));
    }
  }

  return (
    <div className="stack g4">
      <h3 className="subhead" tabIndex={-1} ref={heading}>
        Phone
      </h3>
      <p className="ink-2">
        With one, you sign in with your password and a code that we text to your phone. An
        authenticator app is safer: nobody can take it over with your number.
      </p>
      {offered.data === false && (
        <p className="ink-2">
          No texts can be sent at the moment, so a phone does not let you in. To remove your other
          second step, remove the phone first.
        </p>
      )}
      {listed.length > 0 && (
        <ul className="lined">
          {listed.map((factor) => (
            <li key={factor.id} className="row between">
              <span className="stack">
                <span className="strong wrap-anywhere">{factor.name}</span>
                <span className="small ink-3">
                  {factor.ending !== undefined && `Ends in ${factor.ending}, added `}
                  {formatDay(dayIn(timeZone, new Date(factor.created_at)))}
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
        <AddPhone
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
        offered.data && (
          <p>
            <Button className="fill-small" onClick={() => setIsAdding(true)}>
              Add a phone
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
            ? "No codes will be texted to it any more. Your other second step will still work."
            : "After that, your password alone is enough to sign in. Recovery codes stop working."
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
