import type { ComponentProps } from "react";

/** Text that a person wrote, with their line breaks. */
export function WrittenText({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={`prose written-text${className ? ` ${className}` : ""}`} />;
}
