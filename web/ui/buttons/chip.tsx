import type { ReactNode, Ref } from "react";
import { CloseIcon } from "../icons/icons.tsx";
import { IconButton } from "./button.tsx";

/** An added person: name over address, and the button that removes them. Goes in a `<ul className="chips">`. */
export function Chip({
  name,
  line,
  removeRef,
  onRemove,
}: {
  name: string;
  line?: ReactNode;
  /** Ref to the button, which takes the focus when the chip before it is removed. */
  removeRef?: Ref<HTMLButtonElement>;
  onRemove: () => void;
}) {
  return (
    <li className="chip">
      <span className="chip-text">
        <span className="strong">{name}</span>
        {line && <span className="small ink-3">{line}</span>}
      </span>
      <IconButton label={`Remove ${name}`} ref={removeRef} onClick={onRemove}>
        <CloseIcon />
      </IconButton>
    </li>
  );
}
