import type { ReactNode } from "react";

/** The actions of a flow, after all fields of its step. */
export function Dock({
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
    <div className="dock">
      <div className="step-actions">
        {reason && (
          <p className="dock-reason" id={reasonId}>
            {reason}
          </p>
        )}
        {children}
      </div>
    </div>
  );
}
