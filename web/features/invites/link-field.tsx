import type { RefObject } from "react";
import { Field } from "#web/ui/fields/field.tsx";

/** Shown where the browser does not allow access to the clipboard. */
export const copyFailedMessage =
  "Your browser does not let this page copy. The link is selected: copy it by hand.";

export function LinkField({
  label,
  link,
  fieldRef,
  describedBy,
}: {
  label: string;
  link: string;
  fieldRef: RefObject<HTMLInputElement | null>;
  describedBy?: string | undefined;
}) {
  return (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          className="input"
          type="text"
          readOnly
          ref={fieldRef}
          value={link}
          aria-describedby={describedBy}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </Field>
  );
}
