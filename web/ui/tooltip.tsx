import { Tooltip as Primitive } from "@base-ui/react/tooltip";
import type { ReactElement } from "react";

/** Words for a pointer resting on an icon. Never the only place they stand: the control has them as its name. */
export function Tooltip({ words, children }: { words: string; children: ReactElement }) {
  return (
    <Primitive.Root>
      <Primitive.Trigger render={children} delay={300} />
      <Primitive.Portal>
        <Primitive.Positioner className="tooltip-place" side="right" sideOffset={8}>
          <Primitive.Popup className="tooltip">{words}</Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
