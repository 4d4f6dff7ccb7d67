import type { RefObject } from "react";
import type { Circle } from "#contract/circles/circles.ts";

export interface CircleDialogProps {
  circle: Circle;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  finalFocus: RefObject<HTMLElement | null>;
}
