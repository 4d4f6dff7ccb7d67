import type { ReactNode } from "react";
import { Button } from "#web/ui/buttons/button.tsx";

/** The submit button of an /auth form: as wide and as high as its fields. */
export function SubmitButton({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <Button
      kind="primary"
      size="field"
      className="btn-block"
      type="submit"
      busy={busy}
      busyLabel="Loading..."
    >
      {children}
    </Button>
  );
}
