import type { ComponentProps } from "react";

/** Words that a person wrote, with the line breaks they made. */
export function Letter({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={`letter letter-typed${className ? ` ${className}` : ""}`} />;
}
