import type { Circle, CircleDetails } from "#contract/circles/circles.ts";
import { DomainError } from "#contract/errors.ts";
import { dayIn } from "#contract/values/days.ts";
import type { CircleScope } from "#server/access/owned-circle.ts";
import type { Db } from "#server/db/tables.ts";
import { type CircleReader, type CircleRow, findCircleRow, listCircleRows } from "./queries.ts";

/** An owner's circles: all or the active ones newest first, completed ones last changed first. */
export async function listCircles(
  db: Db,
  reader: CircleReader,
  status: Circle["status"] | undefined,
): Promise<Circle[]> {
  return (await listCircleRows(db, reader, status)).map(toCircle);
}

/**
 * One of the owner's circles.
 * @throws DomainError circle_not_found
 */
export async function readCircle(
  db: Db,
  reader: CircleReader,
  circleId: string,
  which?: CircleScope,
): Promise<CircleDetails> {
  const row = await findCircleRow(db, reader, circleId, which);
  if (row === undefined) throw new DomainError("circle_not_found");
  const { copied_from, fixed_at, is_link_full } = row;
  const openLink = row.open_link === "open";
  return {
    ...toCircle(row),
    open_link: openLink,
    is_link_full,
    copied_from,
    is_fixed: fixed_at !== null,
  };
}

function toCircle({ time_zone, closes_at: _, closed_at, follows: __, ...row }: CircleRow): Circle {
  return {
    ...row,
    closed_on: closed_at && dayIn(time_zone ?? "UTC", closed_at),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
