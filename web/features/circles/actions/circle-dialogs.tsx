import { type RefObject, useState } from "react";
import type { Circle } from "#contract/circles/circles.ts";
import { errorMessage } from "#contract/errors.ts";
import { formatDay } from "#contract/values/days.ts";
import { useSession } from "#web/client/auth/use-session.ts";
import { formatErrorMessage } from "#web/client/error-message.ts";
import { Choice } from "#web/ui/choices/choice.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { DeadlineField, useDeadlineCheck } from "../deadline-field.tsx";
import {
  useCloseCircle,
  useDeleteCircle,
  useDuplicateCircle,
  useIsUnlocked,
  useReopenCircle,
} from "../hooks.ts";

interface CircleDialogProps {
  circle: Circle;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  finalFocus: RefObject<HTMLElement | null>;
}

function Title({ circle }: { circle: Circle }) {
  return (
    <span className="strong wrap-anywhere" dir="auto">
      {circle.title}
    </span>
  );
}

export function CloseDialog({ circle, ...dialog }: CircleDialogProps) {
  const closing = useCloseCircle(circle.id);

  function close() {
    closing.mutate(undefined, {
      onSuccess: () => {
        dialog.onOpenChange(false);
        notifySuccess("Paraline closed");
      },
      onError: (error) => notifyError("Failed to close paraline", formatErrorMessage(error)),
    });
  }

  return (
    <ConfirmDialog
      {...dialog}
      title="Close this paraline?"
      description={<Title circle={circle} />}
      cancelLabel="Keep it open"
      confirmLabel="Close paraline"
      busyLabel="Closing..."
      busy={closing.isPending}
      error={closing.error && formatErrorMessage(closing.error)}
      onConfirm={close}
    >
      <ul className="stack g2 ink-2">
        {consequences(circle).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

function consequences(circle: Circle): string[] {
  const links = "No one will be able to answer any more, and links will say that it has closed.";
  if (!circle.is_anonymous) {
    return [links, "You can still read everything that came in.", "You can reopen it later."];
  }
  return [
    links,
    "You will see all answers together, once. If fewer than 3 people have answered, nothing is shown and what they wrote is deleted.",
    "This is final: an anonymous paraline can't be reopened.",
    ...(circle.deadline === null
      ? []
      : [`Waiting until ${formatDay(circle.deadline)} costs nothing, and more people may answer.`]),
  ];
}

export function ReopenDialog({
  circle,
  today,
  onReopened,
  ...dialog
}: CircleDialogProps & { today: string; onReopened: (() => void) | undefined }) {
  const reopening = useReopenCircle(circle.id);
  const [deadline, setDeadline] = useState("");
  const check = useDeadlineCheck(today);

  function reopen() {
    if (check.isRefused(deadline)) return;
    reopening.mutate(
      { deadline: deadline === "" ? null : deadline },
      {
        onSuccess: () => {
          onReopened?.();
          dialog.onOpenChange(false);
          notifySuccess("Paraline reopened");
        },
        onError: (error) => notifyError("Failed to reopen paraline", formatErrorMessage(error)),
      },
    );
  }

  return (
    <ConfirmDialog
      {...dialog}
      title="Reopen this paraline?"
      description={<Title circle={circle} />}
      confirmLabel="Reopen"
      busyLabel="Reopening..."
      busy={reopening.isPending}
      error={reopening.error && formatErrorMessage(reopening.error)}
      onConfirm={reopen}
    >
      <p className="ink-2">The private links of people who have not answered will work again.</p>
      <DeadlineField
        label="New deadline"
        hint="Without one, it stays open until you close it."
        check={check}
        value={deadline}
        onChange={setDeadline}
      />
    </ConfirmDialog>
  );
}

export function DuplicateDialog({
  circle,
  onDuplicated,
  ...dialog
}: CircleDialogProps & { onDuplicated: (copyId: string) => void }) {
  const duplication = useDuplicateCircle(circle.id);
  const [withPeople, setWithPeople] = useState(circle.invites_count !== 0);

  function duplicate() {
    duplication.mutate(withPeople, {
      onSuccess: ({ circle: copy }) => {
        dialog.onOpenChange(false);
        notifySuccess(
          "Paraline duplicated",
          withPeople
            ? "No one has been emailed yet: use “Email invites” on its share screen."
            : "No one has been emailed yet.",
        );
        onDuplicated(copy.id);
      },
      onError: (error) => notifyError("Failed to duplicate paraline", formatErrorMessage(error)),
    });
  }

  return (
    <ConfirmDialog
      {...dialog}
      title="Duplicate this paraline?"
      description={<Title circle={circle} />}
      confirmLabel="Duplicate"
      busyLabel="Duplicating..."
      busy={duplication.isPending}
      error={duplication.error && formatErrorMessage(duplication.error)}
      onConfirm={duplicate}
    >
      <p className="ink-2">
        The copy has the same texts, questions and cover. It starts without answers and without a
        deadline.
      </p>
      {circle.invites_count !== 0 && (
        <Choice
          type="checkbox"
          title="With its people"
          line="They get an invitation only when you send it."
          checked={withPeople}
          onChange={(event) => setWithPeople(event.target.checked)}
        />
      )}
    </ConfirmDialog>
  );
}

export function DeleteDialog({
  circle,
  onGone,
  onDeleted,
  ...dialog
}: CircleDialogProps & {
  onGone: () => void;
  onDeleted: (() => void | Promise<void>) | undefined;
}) {
  const session = useSession();
  const userId = session.kind === "signed_in" ? session.person.user_id : undefined;
  const unlockWarning = useUnlockWarning(circle.id);
  const { deletion, forget } = useDeleteCircle(userId, circle.id);

  function remove() {
    deletion.mutate(circle.title, {
      onSuccess: async () => {
        onGone();
        dialog.onOpenChange(false);
        notifySuccess("Paraline deleted");
        await onDeleted?.();
        forget();
      },
      onError: (error) => notifyError("Failed to delete paraline", formatErrorMessage(error)),
    });
  }

  return (
    <ConfirmDialog
      {...dialog}
      title="Delete this paraline?"
      description="Its texts, cover, people, answers, notes and insights are erased, and its links stop working. This cannot be undone."
      cancelLabel="Keep it"
      confirmLabel="Delete for good"
      isDeletion
      busyLabel="Deleting..."
      busy={deletion.isPending}
      error={deletion.error && formatErrorMessage(deletion.error)}
      typed={{
        label: "Type its title",
        hint: <bdi>{circle.title}</bdi>,
        expectedText: circle.title,
        error: errorMessage("circle_title_differs"),
      }}
      onConfirm={remove}
    >
      {unlockWarning !== undefined && <p>{unlockWarning}</p>}
    </ConfirmDialog>
  );
}

function useUnlockWarning(circleId: string): string | undefined {
  const { data: isUnlocked, isError } = useIsUnlocked(circleId);
  if (isUnlocked) {
    return "You paid to unlock this paraline. Its unlock is deleted with it, and can't be used for another one.";
  }
  return isUnlocked === undefined && isError
    ? "If you paid to unlock this paraline, its unlock is deleted with it, and can't be used for another one."
    : undefined;
}
