import { type ReactNode, useId } from "react";
import { CircleAlertIcon } from "../icons/icons.tsx";

/** Links a control to its label, hint and error. Spread it on the control. */
export interface FieldControl {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

export interface FieldProps {
  label: ReactNode;
  /** Whether to show "optional" after the label. Required fields show nothing and have `required`. */
  optional?: boolean | undefined;
  hint?: ReactNode;
  error?: ReactNode;
  className?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}

/**
 * A field with its label above, a hint below it, the control, and then the error, all linked for assistive technology.
 */
export function Field({ label, optional = false, hint, error, className, children }: FieldProps) {
  const controlId = useId();
  const hintId = hint ? `${controlId}-hint` : undefined;
  const errorId = error ? `${controlId}-error` : undefined;

  return (
    <div className={className ? `field ${className}` : "field"}>
      <label className="field-label" htmlFor={controlId}>
        {label}
        {optional && <span className="ink-3"> (optional)</span>}
      </label>
      {hint && (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      )}
      {children({
        id: controlId,
        "aria-describedby": [hintId, errorId].filter(Boolean).join(" ") || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

/** The error line under a field, also for groups that are not a single control. */
export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p className="field-error small" id={id}>
      <CircleAlertIcon />
      <span>{children}</span>
    </p>
  );
}
