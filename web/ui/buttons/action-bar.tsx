import type { ReactNode } from "react";

/** The actions of a flow, after all fields of its step. */
export function ActionBar({
  reason,
  reasonId,
  children,
}: {
  /** Why the next step can't be taken yet. */
  reason?: ReactNode;
  reasonId?: string;
  children: ReactNode;
}) {
  return (
    <div className="action-bar">
      <div className="step-actions">
        {reason && (
          <p className="action-bar-reason" id={reasonId}>
            {reason}
          </p>
        )}
        {children}
      </div>
    </div>
  );
}
