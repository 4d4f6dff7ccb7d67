import { Tooltip as Primitive } from "@base-ui/react/tooltip";
import type { ReactElement } from "react";

/**
 * Text that is shown when the pointer rests on an icon. It is never only here: it is also the control's accessible
 * name.
 */
export function Tooltip({ label, children }: { label: string; children: ReactElement }) {
  return (
    <Primitive.Root>
      <Primitive.Trigger render={children} delay={300} />
      <Primitive.Portal>
        <Primitive.Positioner className="tooltip-place" side="right" sideOffset={8}>
          <Primitive.Popup className="tooltip small">{label}</Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
