import { type FormEvent, type ReactNode, type RefObject, useId, useRef, useState } from "react";
import { Button } from "../buttons/button.tsx";
import { Field, FieldError } from "../fields/field.tsx";
import { Dialog } from "./dialog.tsx";

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  confirmLabel: string;
  busyLabel?: string;
  /** The label of the button that changes nothing, which gets the focus on opening. */
  cancelLabel?: string;
  busy?: boolean;
  /** Whether the action deletes something for good. */
  isDeletion?: boolean;
  /** Why the action failed, shown below the fields. */
  error?: string | null | undefined;
  /** What has to be typed exactly before anything happens. Extra whitespace is ignored. */
  typed?: { label: ReactNode; hint?: ReactNode; expectedText: string; error: string };
  /** Gets the focus back; by default, the element that had it before. */
  finalFocus?: RefObject<HTMLElement | null>;
  /** Gets the focus instead once the action is done, if it removes the element that had it before. */
  focusWhenDone?: RefObject<HTMLElement | null>;
  onConfirm: () => void;
  children?: ReactNode;
}

/** Asks before an action. While the action runs the dialog stays open, and no click or key closes it. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  busyLabel = confirmLabel,
  cancelLabel = "Cancel",
  busy = false,
  isDeletion = false,
  error,
  typed,
  finalFocus,
  focusWhenDone,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const isCancelled = useRef(false);
  const formId = useId();

  function confirm() {
    isCancelled.current = false;
    onConfirm();
  }

  function change(next: boolean) {
    if (busy) return;
    isCancelled.current = !next;
    onOpenChange(next);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={title}
      description={description}
      initialFocus={cancel}
      finalFocus={
        focusWhenDone ? () => (!isCancelled.current && focusWhenDone.current) || true : finalFocus
      }
      actions={
        <>
          <Button ref={cancel} unavailable={busy} onClick={() => change(false)}>
            {cancelLabel}
          </Button>
          <Button
            kind={isDeletion ? "danger" : "primary"}
            type="submit"
            form={formId}
            busy={busy}
            busyLabel={busyLabel}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <ConfirmForm id={formId} busy={busy} error={error} typed={typed} onConfirm={confirm}>
        {children}
      </ConfirmForm>
    </Dialog>
  );
}

/** Mounted only while the dialog is open, so that the typed text is gone the next time. */
function ConfirmForm({
  id,
  busy,
  error,
  typed,
  onConfirm,
  children,
}: Pick<ConfirmDialogProps, "error" | "typed" | "onConfirm" | "children"> & {
  id: string;
  busy: boolean;
}) {
  const [typedText, setTypedText] = useState("");
  const [differs, setDiffers] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    // React events bubble from a dialog to the form that opened it, although the dialog is outside of it in the DOM.
    event.stopPropagation();
    if (busy) return;
    const isTyped = typed === undefined || isSameText(typedText, typed.expectedText);
    setDiffers(!isTyped);
    if (isTyped) onConfirm();
    else field.current?.focus();
  }

  return (
    <form className="stack g6 hide-empty" id={id} noValidate onSubmit={submit}>
      {children}
      {typed && (
        <Field
          label={typed.label}
          hint={typed.hint}
          error={differs && !isSameText(typedText, typed.expectedText) ? typed.error : undefined}
        >
          {(control) => (
            <input
              className="input"
              type="text"
              dir="auto"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              required
              ref={field}
              value={typedText}
              onChange={(event) => setTypedText(event.target.value)}
              {...control}
            />
          )}
        </Field>
      )}
      {error && <FieldError>{error}</FieldError>}
    </form>
  );
}

/** Compares texts as they look: a page collapses spaces, and shows an accent made of two characters as one. */
function isSameText(one: string, other: string): boolean {
  const seen = (text: string) => text.normalize("NFC").replace(/\s+/g, " ").trim();
  return seen(one) === seen(other);
}
