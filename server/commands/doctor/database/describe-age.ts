import { dayMs, hourMs, minuteMs } from "#contract/values/durations.ts";

/** An age such as "3 hours", in the largest unit of which there are at least two. */
export function describeAge(ms: number): string {
  if (ms >= 2 * dayMs) return `${Math.floor(ms / dayMs)} days`;
  if (ms >= 2 * hourMs) return `${Math.floor(ms / hourMs)} hours`;
  return ms >= 2 * minuteMs ? `${Math.floor(ms / minuteMs)} minutes` : "a minute";
}
