import { Switch as Primitive } from "@base-ui/react/switch";
import type { ReactNode } from "react";

/** A switch that takes effect at once. The whole row is the target, and the explanation is below the label. */
export function Switch({
  label,
  checked,
  describedBy,
  onCheckedChange,
}: {
  label: ReactNode;
  checked: boolean;
  describedBy?: string;
  onCheckedChange: (checked: boolean) => void;
}) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch contains its own input
    <label className="switch-row">
      <span className="strong">{label}</span>
      <Primitive.Root
        className="switch"
        aria-describedby={describedBy}
        checked={checked}
        onCheckedChange={(next) => onCheckedChange(next)}
      >
        <Primitive.Thumb className="switch-thumb" />
      </Primitive.Root>
    </label>
  );
}
