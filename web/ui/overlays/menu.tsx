import { Menu as Primitive } from "@base-ui/react/menu";
import { type ReactElement, type ReactNode, type Ref, useState } from "react";
import { Button, type ButtonProps } from "../buttons/button.tsx";
import { buttonClass } from "../buttons/button-class.ts";
import { EllipsisIcon } from "../icons/icons.tsx";

interface MenuProps {
  /** What the menu belongs to, for people who can't see its position. */
  label: string;
  /** Ref to the button, to which a dialog that an entry opens returns the focus. */
  triggerRef?: Ref<HTMLButtonElement>;
  children: ReactNode;
}

/** Further actions in a menu with three dots. Arrows and first letters move, and Escape closes it. */
export function Menu({ label, triggerRef, children }: MenuProps) {
  return (
    <Opening
      trigger={
        <Primitive.Trigger
          ref={triggerRef}
          className={buttonClass("quiet", "icon")}
          aria-label={label}
        >
          <EllipsisIcon />
        </Primitive.Trigger>
      }
    >
      {children}
    </Opening>
  );
}

interface ButtonMenuProps extends Pick<ButtonProps, "size" | "busy" | "busyLabel"> {
  label: ReactNode;
  children: ReactNode;
}

/** One action with several variants, opened by its button. */
export function ButtonMenu({ label, children, ...button }: ButtonMenuProps) {
  return (
    <Opening trigger={<Primitive.Trigger render={<Button {...button}>{label}</Button>} />}>
      {children}
    </Opening>
  );
}

function Opening({ trigger, children }: { trigger: ReactElement; children: ReactNode }) {
  // It opens within its own landmark, not after the end of the page.
  const [main, setMain] = useState<HTMLElement>();

  return (
    <Primitive.Root
      onOpenChange={(open, { trigger: opener }) => {
        if (open) setMain(opener?.closest("main") ?? undefined);
      }}
    >
      {trigger}
      <Primitive.Portal container={main}>
        <Primitive.Positioner className="menu-place" align="end" sideOffset={4}>
          <Primitive.Popup className="menu">{children}</Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

interface MenuEntryProps {
  onSelect: () => void;
  /** An optional icon, then text. */
  children: ReactNode;
}

/** One action. Choosing it closes the menu. */
export function MenuEntry({ onSelect, children }: MenuEntryProps) {
  return (
    <Primitive.Item className="menu-entry" onClick={onSelect}>
      {children}
    </Primitive.Item>
  );
}

/** A thin line before a group of a different kind. */
export function MenuRule() {
  return <Primitive.Separator className="menu-rule" />;
}
