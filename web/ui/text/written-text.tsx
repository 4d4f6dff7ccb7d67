import type { ComponentProps } from "react";

/** Text that a person wrote, with their line breaks, each paragraph in the direction of its script. */
export function WrittenText({ className, ...rest }: ComponentProps<"div">) {
  return (
    <div dir="auto" {...rest} className={`prose written-text${className ? ` ${className}` : ""}`} />
  );
}
