import { findOwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { ReadingDeps } from "#server/access/readable-circle.ts";
import { listCircles } from "#server/features/circles/read-circles.ts";
import { readResults } from "#server/features/feedback/read-results.ts";

const matchesMax = 50;

interface Match {
  paraline: { id: string; title: string };
  first_name: string | null;
  /** The question that was answered; null for a note of encouragement. */
  question: string | null;
  text: string;
}

/** Skips text that is locked or sealed. @returns at most 50 matches, and whether there are more */
export async function searchReflections(
  deps: ReadingDeps,
  owner: OwnerId,
  query: string,
): Promise<{ matches: Match[]; has_more: boolean }> {
  const words = fold(query);
  const reader = { owner, now: deps.clock.now(), billing: deps.config.billing };
  const circles = await listCircles(deps.db, reader, undefined);
  const matches: Match[] = [];
  for (const { id, title, is_locked, responses_count } of circles) {
    if (is_locked || responses_count === 0) continue;
    const circle = await findOwnedCircle(deps.db, owner, id);
    if (circle === undefined) continue;
    const { responses, encouragements } = await readResults(deps, circle);
    const found: Match[] = [
      ...responses.flatMap(({ first_name, answers }) =>
        answers.map(({ label, answer }) => ({ first_name, question: label, text: String(answer) })),
      ),
      ...encouragements.map(({ first_name, note }) => ({ first_name, question: null, text: note })),
    ]
      .filter(({ text }) => fold(text).includes(words))
      .map((match) => ({ paraline: { id, title }, ...match }));
    matches.push(...found);
    if (matches.length > matchesMax)
      return { matches: matches.slice(0, matchesMax), has_more: true };
  }
  return { matches, has_more: false };
}

function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
