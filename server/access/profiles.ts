import { sql } from "kysely";
import { defaultBoxes, type NotificationBoxes } from "#contract/notifications.ts";
import type { Db, Tx } from "#server/db/tables.ts";

/** The owner's name and profile. It is in this layer because features that may not import each other need it. */
interface OwnerProfile {
  /** Empty until the owner enters it. */
  full_name: string;
  /** Null until a browser has reported it; until then UTC is used. */
  time_zone: string | null;
}

/**
 * Gives a new account its profile, in the transaction that creates the account. Does the same as {@link saveProfile}
 * with only a time zone.
 */
export async function createProfile(
  tx: Tx,
  { user_id, time_zone, now }: { user_id: string; time_zone: string | null; now: Date },
): Promise<void> {
  await saveProfile(tx, user_id, { time_zone }, now);
}

/** The profile fields to change. A field that is absent or undefined stays as it is. */
export type ProfileChanges = {
  full_name?: string | undefined;
  time_zone?: string | null | undefined;
} & { [Box in keyof NotificationBoxes]?: boolean | undefined };

/**
 * Changes the given fields and leaves the rest; creates the profile if the account has none. If the time zone or the
 * weekly-summary setting changes, the time of the next summary is computed anew.
 */
export async function saveProfile(
  tx: Tx,
  userId: string,
  changes: ProfileChanges,
  now: Date,
): Promise<void> {
  const given = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  );
  const movesSummary = "time_zone" in given || "notify_weekly" in given;
  await tx
    .insertInto("profiles")
    .values({
      full_name: "",
      ...given,
      user_id: userId,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet({ ...given, ...(movesSummary && { weekly_due_at: null }), updated_at: now }),
    )
    .execute();
}

/** An owner's account and profile. */
export interface Owner extends OwnerProfile, NotificationBoxes {
  user_id: string;
  email: string;
  /** Every address known as the owner's: the present one, the one it is about to be changed to, and former ones. */
  addresses: string[];
  /** Null until a link to the address was followed. */
  email_proven_at: Date | null;
  /** When the account was last reset for the owner of its address; links emailed before that no longer work. */
  reset_at: Date | null;
}

/** What is known of an owner; undefined when there is no such account. */
export async function findOwner(db: Db, userId: string): Promise<Owner | undefined> {
  const row = await db
    .selectFrom("auth.users")
    .leftJoin("profiles", "profiles.user_id", "auth.users.id")
    .where("auth.users.id", "=", userId)
    .select([
      "auth.users.id as user_id",
      "auth.users.email",
      sql<
        string[]
      >`array_remove(array_append(former_emails, new_email), null) || auth.users.email`.as(
        "addresses",
      ),
      "auth.users.email_proven_at",
      "auth.users.reset_at",
      "profiles.full_name",
      "profiles.time_zone",
      "profiles.notify_responses",
      "profiles.notify_deadlines",
      "profiles.notify_weekly",
    ])
    .executeTakeFirst();
  return (
    row && {
      ...row,
      full_name: row.full_name ?? "",
      notify_responses: row.notify_responses ?? defaultBoxes.notify_responses,
      notify_deadlines: row.notify_deadlines ?? defaultBoxes.notify_deadlines,
      notify_weekly: row.notify_weekly ?? defaultBoxes.notify_weekly,
    }
  );
}

/**
 * Serializes work that counts an owner's emails or emails them on schedule; the lock is held until the transaction
 * ends.
 * @returns false when the account is gone
 */
export async function lockOwner(tx: Tx, userId: string): Promise<boolean> {
  const locked = await tx
    .selectFrom("auth.users")
    .where("id", "=", userId)
    .select("id")
    .forNoKeyUpdate()
    .executeTakeFirst();
  return locked !== undefined;
}

/** Records when an owner's next weekly summary is due. */
export async function setWeeklyDue(tx: Tx, userId: string, weeklyDueAt: Date): Promise<void> {
  await tx
    .updateTable("profiles")
    .set({ weekly_due_at: weeklyDueAt })
    .where("user_id", "=", userId)
    .execute();
}
