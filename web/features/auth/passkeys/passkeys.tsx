import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { deviceName } from "#contract/auth/device-name.ts";
import { dayIn, formatDay } from "#contract/values/days.ts";
import { isolate } from "#contract/values/isolate.ts";
import { renewSession } from "#web/client/auth/auth.ts";
import {
  addPasskey,
  isCancelled,
  type Passkey,
  removePasskey,
  renamePasskey,
} from "#web/client/auth/passkeys.ts";
import { formatInstant } from "#web/client/dates.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { FieldError } from "#web/ui/fields/field.tsx";
import { notifySuccess } from "#web/ui/toasts/toast.ts";
import { authMessage, passkeyErrorMessage } from "../auth-message.ts";
import { useHasPasskeys, usePasskeys } from "../hooks.ts";
import { QueryStatus } from "../query-status.tsx";
import { SignInMethodList } from "../sign-in-methods/sign-in-method-list.tsx";
import { SignInMethodNameForm } from "../sign-in-methods/sign-in-method-name-form.tsx";
import { useGuardedAction } from "../use-guarded-action.tsx";

export function Passkeys(props: OwnPasskeysProps) {
  return useHasPasskeys() ? <OwnPasskeys {...props} /> : null;
}

interface OwnPasskeysProps {
  email: string;
  timeZone: string;
  hasPassword: boolean;
}

function OwnPasskeys({ email, timeZone, hasPassword }: OwnPasskeysProps) {
  const queries = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const failure = "Failed to load your passkeys";
  const passkeys = usePasskeys(failure);
  const adding = useGuardedAction(email, { formatError: passkeyErrorMessage, isCancelled });
  const [named, setNamed] = useState<Passkey>();
  const listed = passkeys.data ?? [];

  const reload = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: queryKeys.passkeys }),
      queries.invalidateQueries({ queryKey: queryKeys.sessions }),
    ]);

  async function add() {
    const name = freeName(deviceName(navigator.userAgent), listed);
    if (!(await adding.run((current) => addPasskey(name, current)))) return;
    notifySuccess(
      "Passkey added",
      "You can sign in with it until you remove it or use “Forgot password?”.",
    );
    await reload();
  }

  async function rename({ id }: Passkey, name: string) {
    await renamePasskey(id, name);
    await reload();
    setNamed(undefined);
    heading.current?.focus();
  }

  async function remove({ id, name }: Passkey, current: string | undefined) {
    await removePasskey(id, current);
    notifySuccess("Passkey removed", `${isolate(name)} no longer signs you in.`);
    // If this session began with the passkey, it has ended.
    await renewSession();
    await reload();
  }

  return (
    <div className="stack g4">
      <h3 className="subhead" tabIndex={-1} ref={heading}>
        Passkeys
      </h3>
      <p className="ink-2">Sign in with fingerprint, face or PIN.</p>
      <QueryStatus query={passkeys} failure={failure} />
      <SignInMethodList
        items={listed}
        createRow={({ name, created_at, last_used_at }) => {
          const added = `Added ${formatDay(dayIn(timeZone, new Date(created_at)))}`;
          const used = last_used_at && `last used ${formatInstant(last_used_at, timeZone)}`;
          return { name, details: [`${added}, ${used ?? "not used yet"}`] };
        }}
        actions={[{ label: "Rename", act: setNamed }]}
        removal={{
          email,
          loss: `You will be signed out wherever you signed in with it, here too if you used it here. Apps that you connected there are disconnected. ${
            listed.length > 1
              ? "Your other passkeys still work."
              : hasPassword
                ? "After that, you sign in with your password."
                : "Your account has no password. To sign in after that, use “Forgot password?”."
          } Delete it on your device, too.`,
          focusWhenDone: heading,
          onRemove: remove,
        }}
        replace={(item) =>
          item.id === named?.id && (
            <SignInMethodNameForm
              label="Name of this passkey"
              initialName={item.name}
              submitLabel="Save"
              busyLabel="Saving..."
              formatError={authMessage}
              onNamed={(name) => rename(item, name)}
              onCancel={() => {
                setNamed(undefined);
                heading.current?.focus();
              }}
            />
          )
        }
      />
      {passkeys.isSuccess && (
        <form
          className="stack g4"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void add();
          }}
        >
          {adding.passwordField}
          {adding.error !== undefined && <FieldError>{adding.error}</FieldError>}
          <p>
            <Button
              type="submit"
              className="fill-small"
              busy={adding.busy}
              busyLabel="Waiting for your device..."
            >
              Add a passkey
            </Button>
          </p>
        </form>
      )}
    </div>
  );
}

/** "Chrome on Mac", or "Chrome on Mac 2" if that is taken. */
function freeName(name: string, present: readonly Passkey[]): string {
  const taken = new Set(present.map((passkey) => passkey.name));
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${name} ${count}`;
    if (!taken.has(candidate)) return candidate;
  }
}
