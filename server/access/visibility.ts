import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { Tables } from "#server/db/tables.ts";

/*
 * The one place that decides what of a paraline its owner may count. An answer exists for the owner only once
 * it is released: until then it lies in `waiting_answers`, which nothing here reads. People who came by the
 * open link exist only once they have answered; to an anonymous paraline, only as a number, from a release on
 * that has their answer. Source: docs/product.md, Anonymity; The share link.
 */

/** The x of "x of y" for the `circles` row of the surrounding query: readable responses. */
export function responsesCount() {
  return expressionBuilder<Tables, "circles">()
    .selectFrom("feedback")
    .whereRef("feedback.circle_id", "=", "circles.id")
    .select(({ fn }) => fn.countAll<number>().as("responses_count"));
}

/**
 * Whether the owner may know of the person, for the `invites` and `circles` rows of the surrounding query: they were
 * invited, or came to a named paraline by its link and have answered.
 */
export function isListed(): Expression<SqlBool> {
  return sql`(invites.source = 'invited'
    or (not circles.is_anonymous and invites.status = 'completed'))`;
}

/**
 * The y of "x of y" for the `circles` row of the surrounding query: people asked, declined ones too. Of those who came
 * by the link only who has answered; to an anonymous one, only as many as have an answer that is released, a number that
 * a release writes.
 */
export function invitesCount() {
  return expressionBuilder<Tables, "circles">()
    .selectFrom("invites")
    .whereRef("invites.circle_id", "=", "circles.id")
    .where(isListed())
    .select(sql<number>`count(*) + circles.link_people_shown`.as("invites_count"));
}

/**
 * How many have answered by the open link of the `circles` row of the surrounding query, since it exists. Of an anonymous
 * paraline only those whose answers are released, so that no stranger, the owner among them, can tell by what depends on
 * it that an answer waits.
 */
export function linkAnswersCount(): Expression<number> {
  return sql`(case when circles.is_anonymous then circles.link_people_shown
    else (select count(*)::integer from invites as answered where answered.circle_id = circles.id
      and answered.source = 'link' and answered.status = 'completed') end)`;
}

/**
 * Whether the open link of the `circles` row of the surrounding query takes no more answers until it is
 * switched off and on again. In an anonymous paraline a release may add three, so the link is full before three
 * more would be too many. Source: docs/product.md, Anonymity; The share link.
 */
export function isLinkFull(): Expression<SqlBool> {
  const { link_answers_max, release_answers } = limits;
  return sql`(${linkAnswersCount()} - circles.link_answers_before
    > case when circles.is_anonymous then ${link_answers_max - release_answers}::integer
      else ${link_answers_max - 1}::integer end)`;
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
