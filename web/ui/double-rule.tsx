import type { ComponentProps } from "react";

/** What stands beside the double rule: an intro, a reply, a quote. */
export function DoubleRule({
  wide = false,
  className,
  ...rest
}: ComponentProps<"div"> & { wide?: boolean }) {
  return (
    <div
      {...rest}
      className={`para${wide ? " para-wide" : ""}${className ? ` ${className}` : ""}`}
    />
  );
}
