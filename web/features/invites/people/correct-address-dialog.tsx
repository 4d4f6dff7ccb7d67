import { type FormEvent, type RefObject, useId, useRef, useState } from "react";
import type { Invite } from "#contract/invites/invites.ts";
import { isolate } from "#contract/values/isolate.ts";
import { formatErrorMessage } from "#web/client/error-message.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { EmailField } from "#web/ui/fields/email-field.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { notifyError } from "#web/ui/toasts/toast.ts";
import { useCorrectAddress } from "../hooks.ts";
import { fullName } from "../person-name.ts";

/** Corrects a person's address. An address that the server refuses stays in the field, with the reason under it. */
export function CorrectAddressDialog({
  circleId,
  invite,
  onClose,
  onCorrected,
}: {
  circleId: string;
  invite: Invite | undefined;
  onClose: () => void;
  onCorrected: (invite: Invite, email: string) => void;
}) {
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  // While it fades out, it still shows the same person.
  const [shown, setShown] = useState(invite);
  if (invite !== undefined && invite !== shown) setShown(invite);

  return (
    <Dialog
      open={invite !== undefined}
      onOpenChange={() => {
        if (!busy) onClose();
      }}
      title={shown === undefined ? "" : `${isolate(fullName(shown))}’s address`}
      description="A new invitation will be sent to the new address. The private link in the old one will stop working."
      initialFocus={field}
      actions={
        <>
          <Button unavailable={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" form={formId} busy={busy} busyLabel="Sending...">
            Send invitation
          </Button>
        </>
      }
    >
      {shown && (
        <CorrectAddressForm
          key={shown.id}
          id={formId}
          circleId={circleId}
          invite={shown}
          fieldRef={field}
          onBusy={setBusy}
          onCorrected={onCorrected}
        />
      )}
    </Dialog>
  );
}

function CorrectAddressForm({
  id,
  circleId,
  invite,
  fieldRef,
  onBusy,
  onCorrected,
}: {
  id: string;
  circleId: string;
  invite: Invite;
  fieldRef: RefObject<HTMLInputElement | null>;
  onBusy: (busy: boolean) => void;
  onCorrected: (invite: Invite, email: string) => void;
}) {
  const correctAddress = useCorrectAddress(circleId);
  const [email, setEmail] = useState(invite.email ?? "");

  function submit(event: FormEvent) {
    event.preventDefault();
    if (correctAddress.isPending) return;
    onBusy(true);
    correctAddress.mutate(
      { inviteId: invite.id, email },
      {
        onSuccess: ({ invite: changed }) => onCorrected(changed, changed.email ?? email),
        onError: (error) => {
          notifyError(formatErrorMessage(error));
          fieldRef.current?.focus();
        },
        onSettled: () => onBusy(false),
      },
    );
  }

  return (
    <form id={id} noValidate onSubmit={submit}>
      <EmailField
        error={correctAddress.error && formatErrorMessage(correctAddress.error)}
        autoComplete="off"
        ref={fieldRef}
        value={email}
        onChange={(event) => {
          correctAddress.reset();
          setEmail(event.target.value);
        }}
      />
    </form>
  );
}
