import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dock } from "#web/ui/dock.tsx";
import { ArrowLeftIcon } from "#web/ui/icons.tsx";
import { Progress } from "#web/ui/progress.tsx";
import { lastStep } from "./wizard-draft.ts";

const step_titles = ["What are you exploring?", "Questions", "Invitees", "Final details"];
const reason_id = "step-reason";

/** "Step 2 of 4" */
export function stepWords(step: number): string {
  return `Step ${step} of ${lastStep}`;
}

/** What every step of the wizard stands in: how far along it is, its name, and the way on and back. */
export function WizardFrame({
  title,
  step,
  reason,
  busy,
  finishWords,
  busyWords,
  onBack,
  onProceed,
  aside,
  children,
}: {
  /** Of the screen, where the step's name is not the title. */
  title?: string;
  step: number;
  /** Why the step is not complete yet. */
  reason: string | undefined;
  busy: boolean;
  /** On the button of the last step. */
  finishWords: string;
  busyWords: string;
  onBack: () => void;
  onProceed: () => void;
  /** Beside the steps on wide screens. */
  aside: ReactNode;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(step);
  const stepTitle = step_titles[step - 1];
  const isLast = step === lastStep;

  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [step]);

  return (
    <div className="split">
      <form
        className="wizard narrow"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (reason === undefined && !busy) onProceed();
        }}
      >
        {title === undefined ? (
          <>
            <Progress value={step} max={lastStep} words={stepWords(step)} />
            <h1 className="title" tabIndex={-1} ref={heading}>
              {stepTitle}
            </h1>
          </>
        ) : (
          <div className="stack g6">
            <h1 className="title" tabIndex={-1}>
              {title}
            </h1>
            <Progress value={step} max={lastStep} words={stepWords(step)} />
            <h2 className="heading" tabIndex={-1} ref={heading}>
              {stepTitle}
            </h2>
          </div>
        )}
        {children}
        <Dock reason={reason} reasonId={reason_id}>
          {step > 1 ? (
            <Button kind="quiet" onClick={onBack}>
              <ArrowLeftIcon />
              Back
            </Button>
          ) : (
            <span className="only-wide" />
          )}
          <Button
            kind="primary"
            type="submit"
            unavailable={reason !== undefined}
            aria-describedby={reason === undefined ? undefined : reason_id}
            busy={busy}
            busyWords={isLast ? busyWords : undefined}
          >
            {isLast ? finishWords : "Continue"}
          </Button>
        </Dock>
      </form>
      {aside}
    </div>
  );
}

/** What is offered with a draft that was kept: it goes on, or from the beginning. */
export function KeptNotice({
  children,
  startOverWords,
  onStartOver,
}: {
  children: ReactNode;
  startOverWords: string;
  onStartOver: () => void;
}) {
  return (
    <p className="row between" role="status">
      <span className="small ink-2">{children}</span>
      <Button kind="quiet" onClick={onStartOver}>
        {startOverWords}
      </Button>
    </p>
  );
}
