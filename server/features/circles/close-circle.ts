import { dayIn } from "#server/days.ts";
import type { Tx } from "#server/db/tables.ts";
import { releaseAtClosing } from "#server/features/feedback/release-answers.ts";
import { markCircleClosed } from "./queries.ts";

/**
 * Closes a paraline as of `closed_at`, and does with the answers that wait what closing does. One that is closed already
 * stays as it is. Runs in the caller's transaction, which holds the circle's row from here on.
 * Source: product decisions 3 and 4.
 * @returns whether it was open
 */
export async function closeCircle(
  tx: Tx,
  circle: { id: string; is_anonymous: boolean; time_zone: string | null },
  closed_at: Date,
): Promise<boolean> {
  if (!(await markCircleClosed(tx, circle.id, closed_at))) return false;
  if (circle.is_anonymous) {
    await releaseAtClosing(tx, circle, dayIn(circle.time_zone ?? "UTC", closed_at));
  }
  return true;
}
