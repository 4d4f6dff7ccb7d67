const worry =
  /\bi(?: (?:do|really|still|just|only|also))* (?:worry|fear)\b(?! (?:nothing|no|less|about nothing)\b)|\bi(?:'m|'d be| am| would be)(?: (?:really|still|just|only|also|very|so|too|rather|quite|most|a bit|a little))* (?:worried|afraid|scared|concerned|nervous)\b(?! to\b)|\b(?:worr(?:y|ies)|scares?|frightens?|concerns?) me\b|\b(?:is|are) (?:the|my)(?: \w+)? (?:risk|worry|fear|concern|danger)s?\b|\b(?:the|my)(?: \w+)? (?:risk|worry|fear|concern|danger)s? (?:is|are)\b(?! (?:gone|over|less|smaller|behind)\b)/gi;

/** Earlier in the same clause, these deny the worry or tell of another occasion: "nothing worries me", "when I worry". */
const notSo =
  /\b(?:nothing|none|no one|nobody|neither|never|hardly|not|no longer|you (?:\w+ )?\w+ (?:what|how|that))\b|n't\b|\b(?:when(?:ever)?|where|if|every time)\s*$/i;

const clauseEnd = /[.,;:!?–—]|\b(?:and|but)\b/i;

/**
 * Whether somebody plainly says in English that they worry. Words that merely sound dark are not enough, because
 * strengths are named by them too: "you come when there is a crisis".
 */
export function saysWorry(sentence: string): boolean {
  const text = sentence.replaceAll("’", "'");
  return [...text.matchAll(worry)].some(({ index }) => {
    const clause = text.slice(0, index).split(clauseEnd).at(-1) ?? "";
    return !notSo.test(clause);
  });
}

const turn = /\b(?:but|though|although|however|except)\b/i;

/** What a sentence says after its last "but" or the like; undefined if it has none. */
export function findTurn(sentence: string): string | undefined {
  const parts = sentence.split(turn);
  return parts.length > 1 ? parts.at(-1) : undefined;
}
