import { randomInt, randomUUID } from "node:crypto";
import { thisServer } from "#contract/insights/processors.ts";
import { limits } from "#contract/limits.ts";
import { toPaddedJson } from "#server/access/encryption/padded-json.ts";
import { endRound, listWaitingChoices } from "#server/access/encryption/waiting-answers.ts";
import type { Tx } from "#server/db/tables.ts";
import type { Secrets } from "#server/system/secrets.ts";
import {
  countReleasedLinkPeople,
  insertReleasedFeedback,
  insertReleasedNotes,
} from "./release-queries.ts";
import type { Counts } from "./submit-queries.ts";

/** Whether the waiting answers of an open circle may be released now: from three on. */
export function mayRelease(waitingCount: number): boolean {
  return waitingCount >= limits.releaseAnswers;
}

/** Whether the answers that wait at closing are released: three or more always, fewer only if every author chose so. */
export function mayReleaseAtClosing(choices: readonly boolean[]): boolean {
  return mayRelease(choices.length) || (choices.length > 0 && choices.every(Boolean));
}

/**
 * The same items in uniformly random order.
 * @param below returns a random whole number from 0 up to, but not including, its argument, each equally likely
 */
export function shuffled<Thing>(
  things: readonly Thing[],
  below: (limit: number) => number = randomInt,
): Thing[] {
  const rest = [...things];
  const order: Thing[] = [];
  while (rest.length > 0) order.push(...rest.splice(below(rest.length), 1));
  return order;
}

/** When a release happens; `released_on` is the day in the owner's time zone. */
interface ReleaseTime {
  released_on: string;
  now: Date;
}

/**
 * Makes all waiting answers of an anonymous circle readable. In one transaction they are taken out, the key of their
 * round is destroyed, and they are rewritten with the circle's key: answers and notes each in their own random order,
 * with new random ids and the day of the release, so that no id, position or transaction number reveals whose they are.
 * Numbers continue those of earlier releases. From now on, people who joined through the open link count among the
 * people asked. Runs in the caller's transaction, which holds a lock on the circle's row. The caller must check the
 * rule that allows it. Source: docs/product.md, Anonymity.
 * @returns what can be counted now
 */
export async function releaseWaiting(
  tx: Tx,
  secrets: Secrets,
  circle: { id: string },
  { released_on, now }: ReleaseTime,
): Promise<Counts> {
  const round = await endRound(tx, secrets, circle.id, now);
  if (round === undefined) throw new Error("Nothing waits in the circle.");
  const consentedProcessor = narrowestConsent(round.waiting.map((answer) => answer.insights_by));
  const feedback = shuffled(round.waiting);
  const notes = shuffled(round.waiting.flatMap(({ note }) => (note === null ? [] : [note])));
  await insertReleasedFeedback(
    tx,
    circle.id,
    released_on,
    feedback.map(({ answers, questions, use_in_insights }) => ({
      id: randomUUID(),
      sealed: round.seal("answers", toPaddedJson(answers)),
      questions,
      use_in_insights,
      insights_by: consentedProcessor,
    })),
  );
  await insertReleasedNotes(
    tx,
    circle.id,
    released_on,
    notes.map((note) => ({
      id: randomUUID(),
      sealed: round.seal("encouragement", note),
    })),
  );
  return countReleasedLinkPeople(tx, circle.id);
}

/**
 * Who may process the answers of one release for insights. The processor that each author was shown would reveal when
 * they answered, so all answers of a release get the same one. If it changed in between, that is this server alone, or
 * none if any author was shown none.
 */
function narrowestConsent(consentedProcessors: readonly (string | null)[]): string | null {
  const [first = null, ...others] = new Set(consentedProcessors);
  if (others.length === 0) return first;
  return consentedProcessors.includes(null) ? null : thisServer;
}

/**
 * Releases or holds back the waiting answers at a closing. A named circle has none. Runs in the caller's transaction,
 * which holds a lock on the circle's row. Source: docs/product.md, Anonymity.
 * @returns how many answers were released
 */
export async function releaseAtClosing(
  tx: Tx,
  secrets: Secrets,
  circle: { id: string },
  time: ReleaseTime,
): Promise<number> {
  const choices = await listWaitingChoices(tx, secrets, circle.id);
  if (!mayReleaseAtClosing(choices)) return 0;
  await releaseWaiting(tx, secrets, circle, time);
  return choices.length;
}
