import { type ReactNode, useEffect, useRef } from "react";

/** It takes the focus whenever it changes, so that a screen reader reads it out. */
export function AuthHeading({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of title moves the focus
  useEffect(() => heading.current?.focus(), [title]);

  return (
    <div className="stack g2">
      <h1 className="title" tabIndex={-1} ref={heading}>
        {title}
      </h1>
      <p className="ink-2">{children}</p>
    </div>
  );
}
