import type { Circle } from "#contract/circles/circles.ts";
import { formatErrorMessage } from "#web/client/error-message.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { LockKeyholeIcon } from "#web/ui/icons/icons.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { useDuplicateCircle } from "../hooks.ts";

export function AskMorePeople({
  circle,
  onCopied,
}: {
  circle: Circle;
  onCopied: (copyId: string) => void;
}) {
  const duplication = useDuplicateCircle(circle.id);

  function ask() {
    duplication.mutate(false, {
      onSuccess: ({ circle: copy }) => {
        notifySuccess("New paraline made", "It has the same words. Add its people next.");
        onCopied(copy.id);
      },
      onError: (error) => notifyError("No new paraline was made", formatErrorMessage(error)),
    });
  }

  return (
    <div className="stack g3 start">
      <p className="row icon-row" role="note">
        <LockKeyholeIcon className="ink-3" />
        <span className="ink-2">Its words and its people are fixed.</span>
      </p>
      <Button busy={duplication.isPending} busyLabel="Copying..." onClick={ask}>
        Ask more people
      </Button>
    </div>
  );
}
