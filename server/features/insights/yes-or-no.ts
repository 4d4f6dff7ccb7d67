import { asksWhether } from "#contract/circles/guess-role.ts";

const yes =
  /^\W*(?:yes|yeah|yep|absolutely|definitely|certainly|of course|i (?:do|would|think so))\b/i;
const no = /^\W*(?:no|nope|never|not|don't|i (?:would not|wouldn't|don't think|doubt))\b/i;

/**
 * The position that an answer to a yes-or-no question takes, judged by its beginning; undefined if that is not clear.
 */
export function yesOrNo(question: string, answer: string): "yes" | "no" | undefined {
  const text = answer.trim().replaceAll("’", "'");
  if (!asksWhether(question) || /^\W*yes(?: and no|, but)\b/i.test(text)) return undefined;
  if (no.test(text)) return "no";
  return yes.test(text) ? "yes" : undefined;
}
