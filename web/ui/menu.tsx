import { Menu as Primitive } from "@base-ui/react/menu";
import { type ReactElement, type ReactNode, type Ref, useState } from "react";
import { Button, type ButtonProps } from "./button.tsx";
import { buttonClass } from "./button-class.ts";
import { EllipsisIcon } from "./icons.tsx";

interface MenuProps {
  /** What the menu is of, for everyone who can't see where it stands. */
  label: string;
  /** Of the button, for the focus: where a dialog that an entry opened gives it back. */
  triggerRef?: Ref<HTMLButtonElement>;
  /** Entries. */
  children: ReactNode;
}

/** The further things one can do here, behind three dots: arrows and first letters move, Escape closes. */
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

interface ButtonMenuProps extends Pick<ButtonProps, "busy" | "busyWords"> {
  /** What stands on the button. */
  words: ReactNode;
  /** Entries. */
  children: ReactNode;
}

/** One thing to do that can be done in several ways, which its button opens. */
export function ButtonMenu({ words, children, ...button }: ButtonMenuProps) {
  return (
    <Opening trigger={<Primitive.Trigger render={<Button {...button}>{words}</Button>} />}>
      {children}
    </Opening>
  );
}

function Opening({ trigger, children }: { trigger: ReactElement; children: ReactNode }) {
  // opens within the landmark it belongs to, not after the end of the page
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
  /** An icon, if any, then words. */
  children: ReactNode;
}

/** One thing to do. Choosing it closes the menu. */
export function MenuEntry({ onSelect, children }: MenuEntryProps) {
  return (
    <Primitive.Item className="menu-entry" onClick={onSelect}>
      {children}
    </Primitive.Item>
  );
}

/** A hairline before what is of another kind. */
export function MenuRule() {
  return <Primitive.Separator className="menu-rule" />;
}
