import type { ReactNode } from "react";

/** Common to all drawings: the same stroke, and hidden from screen readers. */
export function Art({
  viewBox,
  className = "art-lg",
  children,
}: {
  viewBox: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <svg
      className={`art ${className}`}
      viewBox={viewBox}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
