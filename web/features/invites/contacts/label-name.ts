import type { Label } from "#contract/invites/invites.ts";

/** "Mentor" */
export function labelName(label: Label): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}
