import type { ComponentProps } from "react";
import { ChevronDownIcon } from "../icons/icons.tsx";

/** The system's own select, styled like the other fields. `className` is for the field, `frame` for its container. */
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
