import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { Tables } from "#server/db/tables.ts";

type InviteStatus = "pending" | "completed" | "declined";

/*
 * This file alone decides what an owner may count in a circle, with contract/circles/sealing.ts. For the owner, an answer
 * to an anonymous circle exists only once the circle has closed: until then it is in `sealed_answers`, which nothing here
 * reads. People who came through the open link are stored only once they have answered; in an anonymous circle they are
 * in no list and no number. Source: docs/product.md, Anonymity; The share link.
 */

/**
 * The x of "x of y" for the `circles` row of the surrounding query, as invitees may know it: all readable responses, so
 * that nobody but the owner learns what is set aside.
 */
export function responsesCount() {
  return expressionBuilder<Tables, "circles">()
    .selectFrom("feedback")
    .whereRef("feedback.circle_id", "=", "circles.id")
    .select(({ fn }) => fn.countAll<number>().as("responses_count"));
}

/** The same as the owner sees it: without the responses that they have set aside. */
export function countedResponses() {
  return responsesCount().where("feedback.is_set_aside", "=", false);
}

/**
 * Whether the owner may know about the person, for the `invites` and `circles` rows of the surrounding query: the
 * person was invited, or has answered a named circle through its link.
 */
export function isListed(): Expression<SqlBool> {
  return sql`(invites.source = 'invited' or not circles.is_anonymous)`;
}

/**
 * The y of "x of y" for the `circles` row of the surrounding query, as invitees may know it: people asked, including
 * those who declined. Null for an anonymous circle whose link has been open to anyone: y would show how many of its
 * answers came through the link.
 */
export function invitesCount() {
  return expressionBuilder<Tables, "circles">()
    .selectFrom("invites")
    .whereRef("invites.circle_id", "=", "circles.id")
    .where(isListed())
    .select(
      sql<number | null>`case when circles.is_anonymous and circles.open_link <> 'never' then null
        else count(*) end`.as("invites_count"),
    );
}

/** The same as the owner sees it: without people who came through the link of a named circle and are set aside. */
export function countedPeople(): RawBuilder<number | null> {
  return sql`(${invitesCount()}) - (select count(*) from feedback
    join invites on invites.id = feedback.invite_id and invites.source = 'link'
    where feedback.circle_id = circles.id and feedback.is_set_aside)`;
}

/** How many people have answered through the open link of the `circles` row of the surrounding query. */
export function linkAnswersCount(): Expression<number> {
  return sql`(select count(*)::integer from invites as answered
    where answered.circle_id = circles.id and answered.source = 'link')`;
}

/**
 * Whether the open link of the `circles` row of the surrounding query takes no more answers until it is turned off and on
 * again. An anonymous circle has no such limit: somebody who reached it by answers of their own would learn when others
 * answer.
 */
export function isLinkFull(): Expression<SqlBool> {
  return sql`(not circles.is_anonymous
    and ${linkAnswersCount()} - circles.link_answers_before >= ${limits.linkAnswersMax}::integer)`;
}

/**
 * The name under which the owner of the `circles` and `profiles` rows of the surrounding query asks. In an anonymous
 * circle it is fixed with everything else that invitees read.
 */
export function askerName(): RawBuilder<string | null> {
  return sql`(case when circles.is_anonymous and circles.fixed_at is not null then circles.asker_name
    else nullif(trim(profiles.full_name), '') end)`;
}

/**
 * The status that everything the owner sees or does depends on, for the `invites` and `circles` rows of the
 * surrounding query. In an anonymous circle a decline stays visible, even if it is undone: people undo it to
 * answer, so seeing that would show who is answering. {@link visibleStatus} turns it into what is shown.
 */
export function statusForOwner(): RawBuilder<InviteStatus> {
  return sql`(case when circles.is_anonymous and invites.has_declined then 'declined'
    else invites.status end)`;
}

/**
 * A person's status as the owner may know it: in an anonymous circle only whether they declined, never whether
 * they answered.
 */
export function visibleStatus(isAnonymous: boolean, status: InviteStatus): InviteStatus | null {
  if (!isAnonymous) return status;
  return status === "declined" ? "declined" : null;
}
