import type { RefObject } from "react";
import type { Circle } from "#contract/circles.ts";

/** What every dialog of the menu is handed. */
export interface LifeDialogProps {
  circle: Circle;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  finalFocus: RefObject<HTMLElement | null>;
}
