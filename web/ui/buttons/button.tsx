import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { type ButtonKind, type ButtonSize, buttonClass } from "./button-class.ts";

export interface ButtonProps extends Omit<ComponentProps<"button">, "disabled"> {
  kind?: ButtonKind;
  size?: ButtonSize;
  /** The label shown while `busy`. Its space is reserved, so that the width does not change. */
  busyLabel?: string;
  busy?: boolean;
  /** Can be focused and read, but does nothing. Give the reason nearby, and link it with `aria-describedby`. */
  unavailable?: boolean;
  /** Called for a click while unavailable, to explain why. */
  onRefused?: () => void;
  children: ReactNode;
}

/**
 * A button that keeps the focus while it is busy or unavailable, and then ignores clicks. A disabled button would lose
 * the focus to the page, and screen readers would not announce it.
 */
export function Button({
  kind = "outline",
  size,
  busyLabel,
  busy = false,
  unavailable = false,
  onRefused,
  className,
  type = "button",
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const inert = busy || unavailable;

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (inert) {
      // This also keeps Enter in a field from submitting, because Enter clicks this button.
      event.preventDefault();
      event.stopPropagation();
      if (!busy) onRefused?.();
      return;
    }
    onClick?.(event);
  }

  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(kind, size, className)}
      aria-disabled={inert || undefined}
      aria-busy={busy || undefined}
      onClick={handleClick}
    >
      {busyLabel === undefined ? (
        children
      ) : (
        <span className="btn-text">
          <span aria-hidden={busy || undefined}>{children}</span>
          <span aria-hidden={!busy || undefined}>{busyLabel}</span>
        </span>
      )}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonProps, "size" | "busyLabel" | "aria-label"> {
  /** What the icon does, for people who can't see it. */
  label: string;
}

/** An icon-only button: 44 px, with a name. */
export function IconButton({ label, kind = "quiet", ...rest }: IconButtonProps) {
  return <Button {...rest} kind={kind} size="icon" aria-label={label} />;
}
