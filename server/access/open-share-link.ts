import { sql } from "kysely";
import type { Language } from "#contract/languages.ts";
import type { Db } from "#server/db/tables.ts";
import { isUuid } from "#server/db/uuid.ts";
import { isOpenCircle } from "./owned-circle.ts";
import { isLinkFull } from "./visibility.ts";

declare const open: unique symbol;

/**
 * A circle that anyone with its share link may answer now, limited to what a stranger may know. Only {@link
 * findShareLink} makes one.
 */
interface OpenShareLink {
  readonly circle_id: string;
  readonly title: string;
  readonly cover_image_url: string | null;
  readonly is_anonymous: boolean;
  readonly language: Language;
  /** Whether it takes no more answers. */
  readonly is_full: boolean;
  readonly link_openings: number;
  readonly [open]: true;
}

/** What a share link leads to. */
type FoundShareLink =
  | { mode: "invited" }
  | { mode: "open"; shareLink: OpenShareLink }
  | { mode: "closed"; language: Language };

/**
 * What a stranger may know about the circle with this id. A link that its owner has not opened looks like an unknown
 * one. Source: docs/product.md, The share link.
 */
export async function findShareLink(db: Db, circleId: string, now: Date): Promise<FoundShareLink> {
  if (!isUuid(circleId)) return { mode: "invited" };
  const row = await db
    .selectFrom("circles")
    .where("id", "=", circleId)
    .where("open_link", "=", "open")
    .select([
      "id as circle_id",
      "title",
      "cover_image_url",
      "is_anonymous",
      "language",
      "status",
      "closes_at",
      "link_openings",
      sql<boolean>`${isLinkFull()}`.as("is_full"),
    ])
    .executeTakeFirst();
  if (row === undefined) return { mode: "invited" };
  if (!isOpenCircle(row, now)) return { mode: "closed", language: row.language };
  const { status: _, closes_at: __, ...shareLink } = row;
  return { mode: "open", shareLink: shareLink as OpenShareLink };
}
