import { Button } from "#web/ui/buttons/button.tsx";

/** The buttons at the end of a form in Settings that opened in place. */
export function SubmitOrCancel({
  busy,
  busyLabel = "Loading...",
  onCancel,
  children,
}: {
  busy: boolean;
  busyLabel?: string;
  onCancel: () => void;
  /** What the submit button says. */
  children: string;
}) {
  return (
    <p className="row">
      <Button type="submit" busy={busy} busyLabel={busyLabel}>
        {children}
      </Button>
      <Button kind="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </p>
  );
}
