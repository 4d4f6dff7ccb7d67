import type { ReactNode } from "react";

interface SkeletonProps {
  className?: string;
  /** Whose room it takes, unseen and unread; otherwise its size comes from `className`. */
  words?: string;
}

/** A grey place that something will take. */
export function Skeleton({ className, words }: SkeletonProps) {
  return <div className={className ? `skeleton ${className}` : "skeleton"} data-words={words} />;
}

/**
 * Skeletons in the real layout, for the eye only; a screen reader hears one "Loading". `title` is the screen's where
 * it has none yet.
 */
export function Loading({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <>
      {title !== undefined && <h1 className="sr-only">{title}</h1>}
      <p className="sr-only" role="status">
        Loading
      </p>
      <div aria-hidden="true">{children}</div>
    </>
  );
}
