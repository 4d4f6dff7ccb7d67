import type { ReactNode } from "react";

interface SkeletonProps {
  className?: string;
  /** Text whose space it takes up, invisible and not read out; otherwise its size comes from `className`. */
  text?: string;
}

/** A grey placeholder for content that is loading. */
export function Skeleton({ className, text }: SkeletonProps) {
  return <div className={className ? `skeleton ${className}` : "skeleton"} data-words={text} />;
}

/**
 * Skeletons in the real layout, only visual; a screen reader hears one "Loading". `title` is the screen's, if it has
 * none yet.
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
