import type { ReactNode } from "react";
import { Button } from "#web/ui/buttons/button.tsx";

export function SubmitButton({
  busy,
  onClick,
  children,
}: {
  busy: boolean;
  /** What a click does if there is no form to submit. */
  onClick?: () => void;
  children: ReactNode;
}) {
  return (
    <Button
      kind="primary"
      size="field"
      className="btn-block"
      type={onClick === undefined ? "submit" : "button"}
      onClick={onClick}
      busy={busy}
      busyLabel="Loading..."
    >
      {children}
    </Button>
  );
}

export function SubmitOrCancel({
  busy,
  busyLabel = "Loading...",
  onCancel,
  children,
}: {
  busy: boolean;
  busyLabel?: string;
  onCancel: () => void;
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
