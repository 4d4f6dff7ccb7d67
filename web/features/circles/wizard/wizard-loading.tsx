import { Progress } from "#web/ui/status/progress.tsx";
import { Loading, Skeleton } from "#web/ui/status/skeleton.tsx";
import { stepLabel } from "./wizard-frame.tsx";

/** The first step of a circle that is loading, under the title that its screen will have. */
export function WizardLoading({ title, steps }: { title: string; steps: readonly number[] }) {
  return (
    <Loading title={title}>
      <div className="split">
        <div className="stack wizard narrow">
          <div className="stack g6">
            <Skeleton className="title" text={title} />
            <Progress value={0} max={steps.length} label={stepLabel(1, steps)} />
            <Skeleton className="heading" text="What are you exploring?" />
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
