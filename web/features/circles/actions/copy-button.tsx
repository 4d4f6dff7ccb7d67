import type { Circle } from "#contract/circles/circles.ts";
import { formatErrorMessage } from "#web/client/error-message.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { useDuplicateCircle } from "../hooks.ts";

/** Makes a copy at once. `line` says what the copy has and what to do next. */
export function CopyButton({
  circle,
  withPeople,
  label,
  line,
  onCopied,
}: {
  circle: Circle;
  withPeople: boolean;
  label: string;
  line: string;
  onCopied: (copyId: string) => void;
}) {
  const duplication = useDuplicateCircle(circle.id);

  function copy() {
    duplication.mutate(withPeople, {
      onSuccess: ({ circle: made }) => {
        notifySuccess("New paraline made", line);
        onCopied(made.id);
      },
      onError: (error) => notifyError("No new paraline was made", formatErrorMessage(error)),
    });
  }

  return (
    <Button busy={duplication.isPending} busyLabel="Copying..." onClick={copy}>
      {label}
    </Button>
  );
}
