import type { ComponentProps, ReactNode } from "react";
import { CheckIcon } from "../icons/icons.tsx";

interface ChoiceProps
  extends Omit<ComponentProps<"input">, "type" | "title" | "children" | "className"> {
  type: "radio" | "checkbox";
  title: ReactNode;
  /** A less prominent line under the title. */
  line?: ReactNode;
  /** Whether it is a row without a card around it. */
  bare?: boolean;
}

/** A radio button or checkbox. The whole row, or card, is the target. */
export function Choice({ type, title, line, bare, ...rest }: ChoiceProps) {
  return (
    <label className={`choice${bare ? " choice-bare" : ""}`} dir="auto">
      <input {...rest} type={type} />
      <span
        className={type === "checkbox" ? "choice-dot choice-box" : "choice-dot"}
        aria-hidden="true"
      >
        {type === "checkbox" && <CheckIcon />}
      </span>
      <span className="stack choice-text">
        <span className="choice-title">{title}</span>
        {line && <span className="choice-line small ink-2">{line}</span>}
      </span>
    </label>
  );
}
