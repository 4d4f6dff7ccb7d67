import type { Circle, CircleDetails } from "#contract/circles.ts";
import { DomainError } from "#contract/errors.ts";
import { isOpenCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { dayIn } from "#server/days.ts";
import type { Db } from "#server/db/tables.ts";
import {
  type CircleRow,
  findCircleRow,
  listActiveCircleRows,
  listCircleRows,
  listCompletedCircleRows,
} from "./queries.ts";

/** An owner's paralines: all or the active ones newest first, completed ones last changed first. */
export async function listCircles(
  db: Db,
  owner: OwnerId,
  status: Circle["status"] | undefined,
  now: Date,
): Promise<Circle[]> {
  const rows = await listRows(db, owner, status, now);
  return rows.map((row) => toCircle(row, now));
}

function listRows(db: Db, owner: OwnerId, status: Circle["status"] | undefined, now: Date) {
  switch (status) {
    case undefined:
      return listCircleRows(db, owner);
    case "active":
      return listActiveCircleRows(db, owner, now);
    case "completed":
      return listCompletedCircleRows(db, owner, now);
  }
}

/**
 * One of the owner's paralines.
 * @throws DomainError circle_not_found
 */
export async function readCircle(
  db: Db,
  owner: OwnerId,
  circle_id: string,
  now: Date,
): Promise<CircleDetails> {
  const row = await findCircleRow(db, owner, circle_id);
  if (row === undefined) throw new DomainError("circle_not_found");
  const open_link = row.open_link === "open";
  return { ...toCircle(row, now), open_link, is_mode_locked: row.is_mode_locked };
}

function toCircle({ time_zone, closes_at, closed_at, ...row }: CircleRow, now: Date): Circle {
  const is_open = isOpenCircle({ status: row.status, closes_at }, now);
  return {
    ...row,
    status: is_open ? "active" : "completed",
    closed_on: is_open ? null : closed_at ? dayIn(time_zone ?? "UTC", closed_at) : row.deadline,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
