import type { ReactNode } from "react";

/** A grey place that something will take; its size comes from `className`. */
export function Skeleton({ className }: { className?: string }) {
  return <div className={className ? `skeleton ${className}` : "skeleton"} />;
}

/** Skeletons in the real layout, for the eye only; a screen reader hears one "Loading". */
export function Loading({ children }: { children: ReactNode }) {
  return (
    <>
      <p className="sr-only" role="status">
        Loading
      </p>
      <div aria-hidden="true">{children}</div>
    </>
  );
}
