import type { QuestionRole } from "#contract/circles/questions.ts";

/** What questions that people write to can ask for. */
export type WrittenRole = Exclude<QuestionRole, "stance">;

const worries =
  /\b(worr(?:y|ies|ied)|awake|drift(?:ed)? off|leave out|watch out|miss most|keeps? (?:you|me|us) from|risks?|concern\w*|afraid|fears?|avoid(?:ing)?|not (?:see|seeing|think|thinking|want)|overlook\w*|underestimat\w*|give up|miss more|get in (?:the|my|our) way|unclear|confus\w*|los(?:e|ing|t)|missing|harder|makes? it hard|wrong|weak\w*|blind spots?|downsides?|drawbacks?|speaks against|hold (?:me|us) back|stops? (?:me|us|you|doing)|stopped|doubts?|already done|difficult\w*|hesitat\w*|against|struggl\w*|annoy\w*|bother\w*|dislike|less|trouble|problems?|dangers?|challeng\w*|obstacles?|regret|habits|cut|drop|skip|bor(?:ed|ing)|didn't (?:like|work)|doesn't work)\b/i;
const advice =
  /\b(next|find out|should (?:i|we)|would you (?:do|change|try|fix)|must (?:be|change|i|we)|differently|change|advice|advise|suggest\w*|recommend\w*|tips?|smallest version|first step|improve\w*|better|in (?:my|our) place|before (?:i|we)|need to know|more of)\b/i;
const strengths =
  /\b(strengths?|strong|alive|(?:my|your|their|our|its) best|gains?|work(?:s|ed)?|love[ds]?|proud|good|only come from|come to me|admire|(?:do|did) you like|like (?:most|best)|upside|shine|excit\w*|speaks for|see in me|stay(?:s|ed) with|appreciate|valued?|enjoy\w*|best|trust|happ(?:y|iest)|benefits?|advantages?|talents?|help(?:s|ed)? you|(?:count|rely) on me|grateful)\b/i;

/** What a question asks for, guessed from its English label where nobody has said it. */
export function guessRole(question: string): WrittenRole {
  if (worries.test(question)) return "worries";
  if (asksWhether(question)) return "other";
  if (advice.test(question)) return "advice";
  return strengths.test(question) ? "strengths" : "other";
}

/** Whether "yes" or "no" answers it. */
function asksWhether(question: string): boolean {
  return /(?:^|[.:;,–—]\s*(?:and |or )?)(?:should|would|could|can|do|does|did|is|are|am|was|were|will|have|has|may)\s+(?:i|you|we|it|this|that|there|the|my|our|a|an|people)\b/i.test(
    question.trim(),
  );
}

const yes =
  /^\W*(?:yes|yeah|yep|absolutely|definitely|certainly|of course|i (?:do|would|think so))\b/i;
const no = /^\W*(?:no|nope|never|not|don't|i (?:would not|wouldn't|don't think|doubt))\b/i;

/** The position an answer to a yes-or-no question takes, by its beginning; undefined when that is not clear. */
export function yesOrNo(question: string, answer: string): "yes" | "no" | undefined {
  const text = answer.trim().replaceAll("’", "'");
  if (!asksWhether(question) || /^\W*yes(?: and no|, but)\b/i.test(text)) return undefined;
  if (no.test(text)) return "no";
  return yes.test(text) ? "yes" : undefined;
}
