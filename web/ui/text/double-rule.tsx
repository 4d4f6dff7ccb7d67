import type { ComponentProps } from "react";

/** Content next to the double rule: an intro, a reply, a quote. */
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
