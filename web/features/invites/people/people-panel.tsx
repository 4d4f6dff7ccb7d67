import { type RefObject, useRef, useState } from "react";
import { type Invite, isNotYetInvited } from "#contract/invites/invites.ts";
import { limits } from "#contract/limits.ts";
import { minuteMs } from "#contract/values/durations.ts";
import { isolate } from "#contract/values/isolate.ts";
import { ApiError } from "#web/client/api.ts";
import { copyText } from "#web/client/copy-text.ts";
import { formatErrorMessage } from "#web/client/error-message.ts";
import { shareWithDevice } from "#web/client/share-with-device.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { ShareIcon } from "#web/ui/icons/icons.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { fetchPrivateLink, useRemoveInvite, useResendInvite } from "../hooks.ts";
import { copyFailedMessage, LinkField } from "../link-field.tsx";
import { fullName } from "../person-name.ts";
import { CorrectAddressDialog } from "./correct-address-dialog.tsx";
import { PeopleList, type PersonAction } from "./people-list.tsx";

export function PeoplePanel({
  circleId,
  invites,
  isOpen,
  headingRef,
}: {
  circleId: string;
  invites: readonly Invite[];
  isOpen: boolean;
  /** Takes the focus when the row that had it is gone. */
  headingRef: RefObject<HTMLHeadingElement | null>;
}) {
  const resend = useResendInvite(circleId);
  const removal = useRemoveInvite(circleId);
  const { resentIds, addResent, removeResent } = useResent();
  const [corrected, setCorrected] = useState<Invite>();
  const [leaving, setLeaving] = useState<Invite>();
  const [byHand, setByHand] = useState<{ invite: Invite; link: string; isShared: boolean }>();
  const linkField = useRef<HTMLInputElement>(null);
  /** Where the focus moves when the dialog that removes a person closes, because their row may be gone. */
  const afterRemoval = useRef<HTMLElement>(null);

  function send(invite: Invite) {
    if (resend.isPending) return;
    resend.mutate(invite.id, {
      onSuccess: ({ email }) => {
        addResent(invite.id);
        notifySuccess(`Invite ${isNotYetInvited(invite) ? "sent" : "resent"} to ${email}`);
      },
      onError: (error) => {
        const code = error instanceof ApiError ? error.code : undefined;
        if (code === "invite_not_found") notifyError("Invite not found");
        else {
          notifyError(
            `Failed to ${isNotYetInvited(invite) ? "send" : "resend"} invite`,
            formatErrorMessage(error),
          );
        }
      },
    });
  }

  async function copyLink(invite: Invite) {
    try {
      const link = fetchPrivateLink(invite.id);
      if (await copyText(link)) {
        notifySuccess("Link copied to clipboard!", `It is only for ${isolate(fullName(invite))}.`);
      } else {
        setByHand({ invite, link: await link, isShared: false });
      }
    } catch (error) {
      notifyError("The link could not be copied", formatErrorMessage(error));
    }
  }

  async function shareLink(invite: Invite) {
    try {
      const link = await fetchPrivateLink(invite.id);
      const done = await shareWithDevice({ text: sentenceFor(invite), url: link });
      // Some browsers open the menu only within the click itself.
      if (done === "refused") setByHand({ invite, link, isShared: true });
    } catch (error) {
      notifyError("The link could not be shared", formatErrorMessage(error));
    }
  }

  function act(action: PersonAction, invite: Invite) {
    switch (action) {
      case "copy_link":
        void copyLink(invite);
        return;
      case "share_link":
        void shareLink(invite);
        return;
      case "correct":
        setCorrected(invite);
        return;
      case "remove":
        afterRemoval.current = null;
        removal.reset();
        setLeaving(invite);
    }
  }

  function remove() {
    if (leaving === undefined) return;
    removal.mutate(leaving.id, {
      onSuccess: () => {
        afterRemoval.current = headingRef.current;
        setLeaving(undefined);
        notifySuccess("Invite removed");
      },
    });
  }

  return (
    <>
      <PeopleList
        invites={invites}
        isOpen={isOpen}
        resentIds={resentIds}
        resendingId={resend.isPending ? resend.variables : undefined}
        onResend={send}
        onAction={act}
      />
      <CorrectAddressDialog
        circleId={circleId}
        invite={corrected}
        onClose={() => setCorrected(undefined)}
        onCorrected={(invite, email) => {
          setCorrected(undefined);
          removeResent(invite.id);
          notifySuccess("Address changed", `A new invitation will be sent to ${email}.`);
        }}
      />
      <ConfirmDialog
        open={leaving !== undefined}
        onOpenChange={() => setLeaving(undefined)}
        title={leaving === undefined ? "" : `Remove ${isolate(fullName(leaving))}?`}
        description="Their private link will stop working. They won't be emailed about it, and you can invite them again."
        confirmLabel="Remove"
        busyLabel="Removing..."
        cancelLabel="Keep"
        busy={removal.isPending}
        error={removal.error && formatErrorMessage(removal.error)}
        finalFocus={afterRemoval}
        onConfirm={remove}
      />
      <Dialog
        open={byHand !== undefined}
        onOpenChange={() => setByHand(undefined)}
        title={byHand === undefined ? "" : `Only for ${isolate(fullName(byHand.invite))}`}
        description={byHand?.isShared ? shareAgainMessage : copyFailedMessage}
        initialFocus={linkField}
        actions={
          byHand?.isShared && (
            <Button
              kind="primary"
              onClick={() =>
                void shareWithDevice({ text: sentenceFor(byHand.invite), url: byHand.link })
              }
            >
              <ShareIcon />
              Share…
            </Button>
          )
        }
      >
        {byHand && <LinkField label="Private link" link={byHand.link} fieldRef={linkField} />}
      </Dialog>
    </>
  );
}

const shareAgainMessage =
  "Your browser needs one more click to open its share menu. You can also copy the link by hand.";

/** The owner sends it from their own messenger, so it is in their words. */
function sentenceFor({ first_name }: Invite): string {
  return `Hi ${first_name}, I would like to hear how you see something. This link is only for you:`;
}

/** The people who were emailed just now. They can be emailed again once the server would no longer refuse it. */
function useResent() {
  const [resentIds, setResentIds] = useState<ReadonlySet<string>>(new Set());
  const removeResent = (id: string) =>
    setResentIds((before) => new Set([...before].filter((other) => other !== id)));

  function addResent(id: string) {
    setResentIds((before) => new Set(before).add(id));
    setTimeout(() => removeResent(id), limits.mailSpacingMinutes * minuteMs);
  }

  return { resentIds, addResent, removeResent };
}
