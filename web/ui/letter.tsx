import type { ComponentProps } from "react";

/** Text that a person wrote, with their line breaks. */
export function Letter({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={`letter letter-typed${className ? ` ${className}` : ""}`} />;
}
