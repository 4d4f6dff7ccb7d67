import type { RatingDirection, RatingLabels } from "./rating-schemas.ts";

interface RatedQuestion {
  label: string;
  rating_labels?: RatingLabels | undefined;
  rating_direction?: RatingDirection | undefined;
}

/**
 * Beginnings of words in questions whose high number is bad news: "How risky…?", "How worried are you?". They are in
 * the languages that people write here most, because a rating that is read the wrong way round is worse than one left
 * out.
 */
const badNews = [
  "risk|worr|anxi|afraid|scar|fear|concern|danger|difficult|hard|stress|doubt|regret|unclear|confus|unlikely|wrong",
  "costl|expensive|painful|burden|lonel|unhappy|unsafe|problem|struggl|annoy|bor(?:ed|ing)|tir(?:ed|ing)|exhaust|harmful",
  "riskant|gefahr|gefähr|schwer|schwierig|sorg|angst|bedenk|zweifel|unklar|anstreng|belast",
  "risqu|difficil|dangereu|inqui[eé]t|peur|souci|crain|doute",
  "riesg|arriesg|peligr|dif[ií]cil|preocup|miedo|duda",
  "rischi|pericol|paura|dubbi|risco|arrisc|perig|medo|dúvid",
  "risic|gevaar|moeilijk|zorgen|twijfel|tehlike|zor|endişe|kayg|kork|şüphe",
].join("|");
const readsAsBad = new RegExp(`(?<!\\p{L})(?:${badNews})`, "iu");

/** Whether a high number seems to be bad news, judged by the words of the question and of its highest rating. */
export function readsAsReversed({ label, rating_labels }: RatedQuestion): boolean {
  const low = rating_labels?.low ?? "";
  const high = rating_labels?.high ?? "";
  if (readsAsBad.test(high) !== readsAsBad.test(low)) return readsAsBad.test(high);
  return readsAsBad.test(label);
}

/**
 * What a high number of a rating question means: as its owner marked it, or else that it is good, unless the question
 * reads as the opposite. Undefined if it is not known.
 */
export function findDirection(question: RatedQuestion): RatingDirection | undefined {
  if (question.rating_direction !== undefined) return question.rating_direction;
  return readsAsReversed(question) ? undefined : "higher_is_better";
}
