import { expressionBuilder, type SqlBool, sql } from "kysely";
import type { Tables } from "#server/db/tables.ts";

/*
 * The one place that decides what of a paraline its owner may count. An answer exists for the owner only once it is
 * released: until then it lies in `waiting_answers`, which nothing here reads. People who came to an anonymous paraline
 * by its open link are counted only from a release that has their answer. Source: product decisions 4.
 */

/** The x of "x of y" for the `circles` row of the surrounding query: readable responses. */
export function responsesCount() {
  return expressionBuilder<Tables, "circles">()
    .selectFrom("feedback")
    .whereRef("feedback.circle_id", "=", "circles.id")
    .select(({ fn }) => fn.countAll<number>().as("responses_count"));
}

/**
 * The y of "x of y" for the `circles` row of the surrounding query: people asked, declined ones too. Of those who came
 * to an anonymous one by its link only as many as have an answer that is released, a number that a release writes.
 */
export function invitesCount() {
  return expressionBuilder<Tables, "circles">()
    .selectFrom("invites")
    .whereRef("invites.circle_id", "=", "circles.id")
    .where(sql<SqlBool>`not (circles.is_anonymous and invites.source = 'link')`)
    .select(sql<number>`count(*) + circles.link_people_shown`.as("invites_count"));
}

/**
 * A person's status as the owner may know it: of an anonymous paraline only that they declined, never that they
 * answered.
 */
export function visibleStatus(
  isAnonymous: boolean,
  status: "pending" | "completed" | "declined",
): "pending" | "completed" | "declined" | null {
  if (!isAnonymous) return status;
  return status === "declined" ? "declined" : null;
}
