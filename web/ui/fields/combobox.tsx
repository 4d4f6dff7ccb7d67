import { Combobox as Primitive } from "@base-ui/react/combobox";
import { CheckIcon, ChevronDownIcon } from "../icons/icons.tsx";
import type { FieldControl } from "./field.tsx";

export interface ComboboxItem {
  value: string;
  /** The text that is searched, and shown in the button once it is chosen. */
  label: string;
}

interface ComboboxProps {
  items: readonly ComboboxItem[];
  value: ComboboxItem | null;
  onChoose: (item: ComboboxItem) => void;
  searchLabel: string;
  emptyLabel: string;
  control: FieldControl;
}

/** One choice from many: a button opens a list that is searched by typing. Arrows and Enter choose, Escape cancels. */
export function Combobox({
  items,
  value,
  onChoose,
  searchLabel,
  emptyLabel,
  control,
}: ComboboxProps) {
  return (
    <Primitive.Root
      items={items}
      value={value}
      isItemEqualToValue={(one, other) => one.value === other.value}
      autoHighlight
      onValueChange={(item) => {
        if (item !== null) onChoose(item);
      }}
    >
      <Primitive.Trigger className="input combobox-button" {...control}>
        <Primitive.Value />
        <ChevronDownIcon />
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Positioner className="combobox-place" align="start" sideOffset={4}>
          <Primitive.Popup className="combobox" aria-label={searchLabel}>
            <Primitive.Input
              className="input"
              aria-label={searchLabel}
              autoComplete="off"
              spellCheck={false}
            />
            <Primitive.Empty className="combobox-none">{emptyLabel}</Primitive.Empty>
            <Primitive.List className="combobox-list" aria-label={searchLabel}>
              {(item: ComboboxItem) => (
                <Primitive.Item key={item.value} className="menu-entry combobox-entry" value={item}>
                  <span>{item.label}</span>
                  <Primitive.ItemIndicator>
                    <CheckIcon />
                  </Primitive.ItemIndicator>
                </Primitive.Item>
              )}
            </Primitive.List>
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
