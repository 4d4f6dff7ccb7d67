import { type ReactNode, useId, useState } from "react";
import { ChevronDownIcon } from "#web/ui/icons/icons.tsx";

/** It is folded until a path is chosen, unless something was in it when the screen was opened. */
export function PlanSection({
  title,
  isPathChosen,
  isFilled,
  children,
}: {
  title: string;
  isPathChosen: boolean;
  isFilled: boolean;
  children: ReactNode;
}) {
  const headingId = useId();
  // It must not fold while its only text is being deleted.
  const [wasFilled] = useState(isFilled);
  return (
    <section aria-labelledby={headingId}>
      <details className="fold" open={isPathChosen || wasFilled}>
        <summary>
          <h2 className="heading" id={headingId}>
            {title}
          </h2>
          <ChevronDownIcon className="ink-3" />
        </summary>
        <div className="stack g6 plan-section">{children}</div>
      </details>
    </section>
  );
}
