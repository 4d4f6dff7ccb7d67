import { formatCount } from "#web/ui/text/format-count.ts";

/** "1,203" */
export function formatNumber(count: number): string {
  return count.toLocaleString("en-US");
}

/** A number of minutes, as "5 minutes", "3 hours" or "2 days". */
export function formatMinutes(minutes: number): string {
  if (minutes < 1) return "less than a minute";
  if (minutes < 120) return formatCount(minutes, "minute");
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? formatCount(hours, "hour") : formatCount(Math.floor(hours / 24), "day");
}
