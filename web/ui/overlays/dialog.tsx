import { Dialog as Primitive } from "@base-ui/react/dialog";
import { type ReactNode, type RefObject, useRef } from "react";
import { buttonClass } from "../buttons/button-class.ts";
import { CloseIcon } from "../icons/icons.tsx";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** Gets the focus on opening: the title by default, or the least destructive button of a confirmation. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Gets the focus on closing; by default, and for `true`, the element that had it before. */
  finalFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | true) | undefined;
  actions?: ReactNode;
  children?: ReactNode;
}

/**
 * A dialog on wide screens, a sheet from the bottom on phones: it traps the focus, Escape closes it, and the focus
 * returns.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  initialFocus,
  finalFocus,
  actions,
  children,
}: DialogProps) {
  const heading = useRef<HTMLHeadingElement>(null);

  return (
    <Primitive.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Primitive.Portal>
        <Primitive.Backdrop className="scrim" />
        <Primitive.Viewport className="dialog-place">
          <Primitive.Popup
            className="dialog"
            initialFocus={initialFocus ?? heading}
            finalFocus={finalFocus}
          >
            <div className="dialog-head stack g2">
              <Primitive.Title className="title" ref={heading} tabIndex={-1}>
                {title}
              </Primitive.Title>
              {description && (
                <Primitive.Description className="ink-2">{description}</Primitive.Description>
              )}
            </div>
            {children}
            {actions && <div className="dialog-actions">{actions}</div>}
            <Primitive.Close
              className={buttonClass("quiet", "icon", "dialog-close")}
              aria-label="Close"
            >
              <CloseIcon />
            </Primitive.Close>
          </Primitive.Popup>
        </Primitive.Viewport>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
