import { Progress } from "#web/ui/status/progress.tsx";
import { Loading, Skeleton } from "#web/ui/status/skeleton.tsx";
import { lastStep } from "../draft/wizard-draft.ts";
import { stepLabel, stepTitles } from "./wizard-frame.tsx";

export function WizardLoading({ title, step }: { title: string; step: number }) {
  return (
    <Loading title={title}>
      <div className="split">
        <div className="stack wizard narrow">
          <div className="stack g6">
            <Skeleton className="title" text={title} />
            <Progress value={step} max={lastStep} label={stepLabel(step)} />
            <Skeleton className="heading" text={stepTitles[step - 1] ?? ""} />
          </div>
          <div className="stack g8">
            <div className="field">
              <Skeleton className="field-label" text="Title" />
              <Skeleton className="hint" text="Your people see this first." />
              <Skeleton height={12} />
            </div>
            {["What I'm exploring", "What I'm asking from you"].map((label) => (
              <div className="field" key={label}>
                <Skeleton className="field-label" text={label} />
                <Skeleton height={29} />
              </div>
            ))}
          </div>
        </div>
      </div>
    </Loading>
  );
}
