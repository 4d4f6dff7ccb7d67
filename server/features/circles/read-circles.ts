import type { Circle, CircleDetails } from "#contract/circles/circles.ts";
import { DomainError } from "#contract/errors.ts";
import { dayIn } from "#contract/values/days.ts";
import { isOpenCircle } from "#server/access/owned-circle.ts";
import type { Db } from "#server/db/tables.ts";
import {
  type CircleReader,
  type CircleRow,
  findCircleRow,
  listActiveCircleRows,
  listCircleRows,
  listCompletedCircleRows,
} from "./queries.ts";

/** An owner's circles: all or the active ones newest first, completed ones last changed first. */
export async function listCircles(
  db: Db,
  reader: CircleReader,
  status: Circle["status"] | undefined,
): Promise<Circle[]> {
  const rows = await listRows(db, reader, status);
  return rows.map((row) => toCircle(row, reader.now));
}

function listRows(db: Db, reader: CircleReader, status: Circle["status"] | undefined) {
  switch (status) {
    case undefined:
      return listCircleRows(db, reader);
    case "active":
      return listActiveCircleRows(db, reader);
    case "completed":
      return listCompletedCircleRows(db, reader);
  }
}

/**
 * One of the owner's circles.
 * @throws DomainError circle_not_found
 */
export async function readCircle(
  db: Db,
  reader: CircleReader,
  circleId: string,
): Promise<CircleDetails> {
  const row = await findCircleRow(db, reader, circleId);
  if (row === undefined) throw new DomainError("circle_not_found");
  const { asked_again_of, fixed_at, is_link_full } = row;
  const openLink = row.open_link === "open";
  return {
    ...toCircle(row, reader.now),
    open_link: openLink,
    is_link_full,
    asked_again_of,
    is_fixed: fixed_at !== null,
  };
}

function toCircle({ time_zone, closes_at, closed_at, ...row }: CircleRow, now: Date): Circle {
  const isOpen = isOpenCircle({ status: row.status, closes_at }, now);
  return {
    ...row,
    status: isOpen ? "active" : "completed",
    closed_on: isOpen ? null : closed_at ? dayIn(time_zone ?? "UTC", closed_at) : row.deadline,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
