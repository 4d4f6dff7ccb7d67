import type { Label } from "#contract/invites.ts";

/** "Mentor" */
export function labelWords(label: Label): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}
