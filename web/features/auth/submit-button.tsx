import type { ReactNode } from "react";
import { Button } from "#web/ui/buttons/button.tsx";

/** The submit button of an /auth form: as wide and as high as its fields. */
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
