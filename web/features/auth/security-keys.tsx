import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { dayIn, formatDay } from "#contract/values/days.ts";
import { listSecondFactors, removeSecondFactor, type SecondFactor } from "#web/client/auth.ts";
import { useCurrentPassword } from "#web/client/current-password.ts";
import { addSecurityKey, arePasskeysOffered } from "#web/client/passkeys.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { CurrentPasswordField } from "#web/ui/fields/current-password-field.tsx";
import { notifySuccess } from "#web/ui/toasts/toast.ts";
import { authMessage } from "./auth-message.ts";
import { passkeyRefusal } from "./passkey-refusal.ts";
import { WayInList } from "./way-in-list.tsx";
import { WayInNameForm } from "./way-in-name-form.tsx";
import { WayInRemoval } from "./way-in-removal.tsx";

/** Security keys as a second step; shown where this browser and the server have them. */
export function SecurityKeys({ email, timeZone }: { email: string; timeZone: string }) {
  const queries = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const offered = useQuery({ queryKey: queryKeys.passkeysOffered, queryFn: arePasskeysOffered });
  const factors = useQuery({ queryKey: queryKeys.secondFactors, queryFn: listSecondFactors });
  const [isAdding, setIsAdding] = useState(false);
  const [leaving, setLeaving] = useState<SecondFactor>();
  const password = useCurrentPassword(authMessage);
  if (offered.data !== true) return null;

  const all = factors.data ?? [];
  const keys = all.filter(({ type }) => type === "webauthn");

  const reload = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: queryKeys.secondFactors }),
      queries.invalidateQueries({ queryKey: queryKeys.recoveryCodes }),
      queries.invalidateQueries({ queryKey: queryKeys.sessions }),
    ]);

  async function add(name: string) {
    const outcome = await password.attempt((current) => addSecurityKey(name, current));
    if (outcome.kind === "failed") throw outcome.error;
    if (outcome.kind === "asks") return;
    notifySuccess(
      "Security key added",
      all.length === 0
        ? "From now on, you need it to sign in with your password. Other devices have been signed out."
        : "You can use it from now on.",
    );
    await reload();
    setIsAdding(false);
    // With the first one, recovery codes are offered and have the focus.
    if (all.length > 0) heading.current?.focus();
  }

  async function remove({ id, name }: SecondFactor, current: string | undefined) {
    await removeSecondFactor(id, current);
    await reload();
    notifySuccess("Security key removed", `${name} is no longer needed to sign in.`);
  }

  function cancel() {
    password.clear();
    setIsAdding(false);
  }

  return (
    <div className="stack g4">
      <h3 className="subhead" tabIndex={-1} ref={heading}>
        Security key
      </h3>
      <p className="ink-2">
        Instead of typing a code after your password, touch a security key, or use the fingerprint,
        face or PIN of your phone or computer.
      </p>
      <WayInList
        items={keys}
        detailsOf={({ created_at }) => `Added ${formatDay(dayIn(timeZone, new Date(created_at)))}`}
        onRemove={setLeaving}
      />
      {isAdding ? (
        <WayInNameForm
          label="Name of this security key"
          hint="To tell it apart from others, such as “Blue key”"
          submitLabel="Continue"
          busyLabel="Waiting for the key..."
          messageOf={passkeyRefusal}
          onNamed={add}
          onCancel={cancel}
        >
          {password.isAsked && <CurrentPasswordField email={email} {...password.field} />}
        </WayInNameForm>
      ) : (
        factors.isSuccess && (
          <p>
            <Button className="fill-small" onClick={() => setIsAdding(true)}>
              Add a security key
            </Button>
          </p>
        )
      )}
      <WayInRemoval
        item={leaving}
        email={email}
        loss={
          all.length > 1
            ? "It will no longer be accepted. Your other second step will still work."
            : "It is your only second step. After that, your password alone is enough to sign in. Recovery codes stop working."
        }
        finalFocus={heading}
        onRemove={async (current) => {
          if (leaving !== undefined) await remove(leaving, current);
        }}
        onClose={() => setLeaving(undefined)}
      />
    </div>
  );
}
