import { Tabs as Primitive } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

interface TabEntry<Value extends string> {
  value: Value;
  label: ReactNode;
  content: ReactNode;
}

/** Tabs over panels. Arrow keys move between them, and they scroll sideways if they don't fit. */
export function Tabs<Value extends string>({
  label,
  entries,
  value,
  onValueChange,
}: {
  label: string;
  entries: readonly TabEntry<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
}) {
  return (
    <Primitive.Root value={value} onValueChange={onValueChange}>
      <Primitive.List className="tabs" aria-label={label} activateOnFocus>
        {entries.map((entry) => (
          <Primitive.Tab key={entry.value} className="tab" value={entry.value}>
            {entry.label}
          </Primitive.Tab>
        ))}
      </Primitive.List>
      {entries.map((entry) => (
        // The panels are kept mounted, so that a printout includes all of them.
        <Primitive.Panel key={entry.value} className="tab-panel" value={entry.value} keepMounted>
          {entry.content}
        </Primitive.Panel>
      ))}
    </Primitive.Root>
  );
}
