import { sql } from "kysely";
import type { Db } from "#server/db/tables.ts";

/**
 * Fixes what invitees read: whether a circle is named or anonymous and, in an anonymous one, every word of it with the
 * owner's present name. Called when the first invitation leaves, when the share link is opened to anyone and when an
 * owner copies a private link; later calls change nothing. Source: docs/product.md, Anonymity.
 */
export async function fixCircle(db: Db, circleId: string, now: Date): Promise<void> {
  await db
    .updateTable("circles")
    .set({
      fixed_at: now,
      asker_name: sql<string | null>`(select nullif(trim(full_name), '') from profiles
        where profiles.user_id = circles.user_id)`,
    })
    .where("id", "=", circleId)
    .where("fixed_at", "is", null)
    .execute();
}
