import type { ComponentType } from "react";
import type { Sentiment } from "#contract/insights/insights.ts";
import {
  CircleMinusIcon,
  CloudIcon,
  CloudSunIcon,
  type IconProps,
  SunIcon,
} from "#web/ui/icons/icons.tsx";

export const sentimentIcons: Record<Sentiment, ComponentType<IconProps>> = {
  positive: SunIcon,
  concerned: CloudIcon,
  mixed: CloudSunIcon,
  other: CircleMinusIcon,
};
