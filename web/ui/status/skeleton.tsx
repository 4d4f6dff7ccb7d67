import type { ReactNode } from "react";

interface SkeletonProps {
  className?: string;
  /** The text whose space it takes up. It is invisible and not read out. */
  text?: string;
  /** In steps of the spacing scale. Without them, it is as wide as there is space and as high as the text. */
  width?: number;
  height?: number;
}

export function Skeleton({ className, text, width, height }: SkeletonProps) {
  return (
    <div
      className={className ? `skeleton ${className}` : "skeleton"}
      style={{ width: steps(width), height: steps(height) }}
      data-words={text}
    />
  );
}

function steps(count: number | undefined): string | undefined {
  return count === undefined ? undefined : `${count / 4}rem`;
}

/**
 * Skeletons in the real layout. They are only visual; a screen reader reads one "Loading". `title` is that of the
 * screen, if it has none yet.
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
