import { type FormEvent, type ReactNode, type RefObject, useId, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Field, FieldError } from "./field.tsx";

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  confirmWords: string;
  busyWords: string;
  /** Of the button that changes nothing, which has the focus on opening. */
  cancelWords?: string;
  busy?: boolean;
  /** Why it did not work; said under the fields. */
  error?: string | undefined;
  /** What has to be typed before anything happens, to the letter; spaces are not counted. */
  typed?: { label: ReactNode; hint?: ReactNode; words: string; error: string };
  /** Gets the focus back; otherwise what had it before. */
  finalFocus?: RefObject<HTMLElement | null>;
  onConfirm: () => void;
  /** Fields or choices of the question. */
  children?: ReactNode;
}

/** Asks before something is done. While it is being done it stays open, and no press or key closes it. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmWords,
  busyWords,
  cancelWords = "Cancel",
  busy = false,
  error,
  typed,
  finalFocus,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const formId = useId();

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!busy) onOpenChange(next);
      }}
      title={title}
      description={description}
      initialFocus={cancel}
      finalFocus={finalFocus}
      actions={
        <>
          <Button ref={cancel} unavailable={busy} onClick={() => onOpenChange(false)}>
            {cancelWords}
          </Button>
          <Button kind="primary" type="submit" form={formId} busy={busy} busyWords={busyWords}>
            {confirmWords}
          </Button>
        </>
      }
    >
      <ConfirmForm id={formId} busy={busy} error={error} typed={typed} onConfirm={onConfirm}>
        {children}
      </ConfirmForm>
    </Dialog>
  );
}

/** Lives as long as the dialog is open, so that what was typed is gone the next time. */
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
  const [words, setWords] = useState("");
  const [differs, setDiffers] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    // a dialog stands within its opener's form for React, not for the page
    event.stopPropagation();
    if (busy) return;
    const isTyped = typed === undefined || isSameText(words, typed.words);
    setDiffers(!isTyped);
    if (isTyped) onConfirm();
    else field.current?.focus();
  }

  return (
    <form className="stack g6 empty:hidden" id={id} noValidate onSubmit={submit}>
      {children}
      {typed && (
        <Field
          label={typed.label}
          hint={typed.hint}
          error={differs && !isSameText(words, typed.words) ? typed.error : undefined}
        >
          {(control) => (
            <input
              className="input"
              type="text"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              required
              ref={field}
              value={words}
              onChange={(event) => setWords(event.target.value)}
              {...control}
            />
          )}
        </Field>
      )}
      {error !== undefined && <FieldError>{error}</FieldError>}
    </form>
  );
}

/** As it looks: a page shows many spaces as one, and an accent made of two characters as one. */
function isSameText(one: string, other: string): boolean {
  const seen = (text: string) => text.normalize("NFC").replace(/\s+/g, " ").trim();
  return seen(one) === seen(other);
}
