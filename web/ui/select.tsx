import type { ComponentProps } from "react";
import { ChevronDownIcon } from "./icons.tsx";

/** The system's own list to choose from, looking like the other fields. `className` is the field's, `frame` of what is around it. */
export function Select({
  frame = "",
  className = "",
  ...rest
}: ComponentProps<"select"> & { frame?: string }) {
  return (
    <span className={`select ${frame}`.trim()}>
      <select className={`input ${className}`.trim()} {...rest} />
      <ChevronDownIcon />
    </span>
  );
}
