import { Menu as Primitive } from "@base-ui/react/menu";
import type { ReactNode } from "react";
import { buttonClass } from "./button-class.ts";

export interface MenuEntry {
  label: string;
  icon?: ReactNode;
  /** Takes something away for good. */
  danger?: boolean;
  onSelect: () => void;
}

/** A button with an icon that opens a list of things to do. */
export function Menu({
  label,
  icon,
  entries,
}: {
  /** What the menu is for; includes the thing's name when there are several. */
  label: string;
  icon: ReactNode;
  entries: readonly MenuEntry[];
}) {
  return (
    <Primitive.Root>
      <Primitive.Trigger className={buttonClass("quiet", "icon")} aria-label={label}>
        {icon}
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Positioner className="menu-place" align="end" sideOffset={4}>
          <Primitive.Popup className="menu">
            {entries.map((entry) => (
              <Primitive.Item
                key={entry.label}
                className={entry.danger ? "menu-item menu-item-danger" : "menu-item"}
                onClick={entry.onSelect}
              >
                {entry.icon}
                {entry.label}
              </Primitive.Item>
            ))}
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
