import { type ReactNode, useEffect, useRef } from "react";
import { estimatedMinutes } from "#contract/answer-limits.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { ArrowLeftIcon, ClockIcon, MessagesSquareIcon } from "#web/ui/icons/icons.tsx";
import { Progress } from "#web/ui/status/progress.tsx";
import { formatCount } from "#web/ui/text/format-count.ts";
import { dismissToast, notifyError } from "#web/ui/toasts/toast.ts";
import { lastStep, type WrittenCircle } from "../draft/wizard-draft.ts";
import { CirclePreview } from "./circle-preview.tsx";
import type { Wizard } from "./use-wizard.ts";

export const stepTitles = ["What are you exploring?", "Questions", "Invitees", "Final details"];
const reasonId = "step-reason";

/** "Step 2 of 4"; edit mode leaves out the third. */
export function stepLabel(step: number): string {
  return `Step ${step} of ${lastStep}`;
}

export interface WizardLabels<D extends WrittenCircle> {
  wizard: Wizard<D>;
  title?: string;
  busy: boolean;
  finishLabel: string;
  busyLabel: string;
  keptLabel: ReactNode;
  startOverLabel: string;
  /** Shown next to the steps instead of how long answering takes. */
  facts?: ReactNode;
}

export function WizardFrame<D extends WrittenCircle>({
  wizard: { draft, step, reason, isKept, startOver, goBack, proceed },
  title,
  busy,
  finishLabel,
  busyLabel,
  keptLabel,
  startOverLabel,
  facts,
  children,
}: WizardLabels<D> & { children: ReactNode }) {
  const questionCount = draft.questions.length;
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(step);
  const toldReason = useRef<string>(undefined);
  const stepTitle = stepTitles[step - 1];
  const isLast = step === lastStep;
  const progress = <Progress value={step} max={lastStep} label={stepLabel(step)} />;

  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [step]);

  useEffect(() => {
    if (toldReason.current === undefined || toldReason.current === reason) return;
    toldReason.current = undefined;
    dismissToast();
  }, [reason]);

  function refuse() {
    // The line next to the button may be out of view once the field has the focus.
    if (reason !== undefined) notifyError(reason);
    toldReason.current = reason;
    form.current?.querySelector<HTMLElement>(":is(input, textarea):invalid")?.focus();
  }

  return (
    <div className="split">
      <form
        ref={form}
        className="stack wizard narrow"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (reason === undefined && !busy) proceed();
        }}
      >
        {title === undefined ? (
          <>
            {progress}
            <h1 className="title" tabIndex={-1} ref={heading}>
              {stepTitle}
            </h1>
          </>
        ) : (
          <div className="stack g6">
            <h1 className="title" tabIndex={-1}>
              {title}
            </h1>
            {progress}
            <h2 className="heading" tabIndex={-1} ref={heading}>
              {stepTitle}
            </h2>
          </div>
        )}
        {isKept && (
          <p className="row wizard-kept" role="status">
            <span className="small ink-2">{keptLabel}</span>
            <Button kind="quiet" className="btn-flush" onClick={startOver}>
              {startOverLabel}
            </Button>
          </p>
        )}
        {children}
        <div className="action-bar">
          <div className="step-actions">
            {reason !== undefined && (
              <p className="small ink-3 action-bar-reason" id={reasonId}>
                {reason}
              </p>
            )}
            {step > 1 ? (
              <Button kind="quiet" onClick={goBack}>
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
              onRefused={refuse}
              aria-describedby={reason === undefined ? undefined : reasonId}
              busy={busy}
              busyLabel={isLast ? busyLabel : undefined}
            >
              {isLast ? finishLabel : "Continue"}
            </Button>
          </div>
        </div>
      </form>
      {!isLast && (
        <CirclePreview draft={draft}>
          {step > 1 && (
            <p className="meta num">
              <span>
                <MessagesSquareIcon />
                {formatCount(questionCount, "question")}
              </span>
              {facts || (
                <span>
                  <ClockIcon />
                  {estimatedMinutes(questionCount)} minutes
                </span>
              )}
            </p>
          )}
        </CirclePreview>
      )}
    </div>
  );
}
