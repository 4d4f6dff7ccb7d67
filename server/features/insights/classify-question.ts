/** What a question asks for by itself: an answer to "What worries you?" is a worry without a word of worry in it. */
export type QuestionSide = "worry" | "support" | "advice" | "open";

const worry =
  /\b(worr(?:y|ies|ied)|risks?|concern\w*|afraid|fears?|scare\w*|avoid|avoiding|not (?:see|seeing|think|thinking|want)|leave out|take out|drop|remove|skip|weakest|overlook\w*|underestimat\w*|give up|giving up|miss more|miss most|habits|get in (?:the|my|our) way|in the way|unclear|confus\w*|los(?:e|ing|t)|can't|cannot|couldn't|stopped|boring|bored?|cut|missing|harder|hard for you|makes? it hard|wrong|weak(?:ness(?:es)?)?|blind spots?|downsides?|drawbacks?|hold (?:me|us) back|(?:stop|keep|prevent|put)s? (?:me|us|you)|stops? me|doubts?|already done|difficult\w*|hesitat\w*|against|object\w*|struggl\w*|annoy\w*|bother\w*|frustrat\w*|irritat\w*|dislike|hate|watch out|careful|drift(?:ed)? off|less|stop doing|trouble|problems?|dangers?|traps?|challeng\w*|obstacles?|regret|suffer\w*|disappoint\w*|cost me|sacrific\w*|didn't (?:like|work)|doesn't work|not work\w*|falls? short|lack\w*)\b/i;
const advice =
  /\b(next|find out|should (?:i|we)|would you (?:do|change|try|fix)|must (?:be|change|i|we)|do differently|change|different(?:ly)?|advice|advise|suggest\w*|recommend(?:ation)?s?|tips?|smallest version|first step|try first|improve\w*|better|in (?:my|our) place|before (?:i|we) (?:decide|start|sign)|talk about|one thing|need to know|more of)\b/i;
const support =
  /\b(strengths?|strong|alive|at (?:my|your|their|our|its) best|gain|gains|works?|worked|love|loved|proud|good (?:at|about|in)|made .* good|good|only come from|come to me|admire|like (?:most|best|about|to)|do you like|did you like|you like|upside|shine|excit\w*|in favou?r|speaks for|see in me|stayed with you|stay(?:s|ed) with|appreciate|value|valued|enjoy\w*|best|trust|happy|happiest|benefits?|advantages?|talents?|gifts?|help(?:s|ed)? you|make[s]? me|(?:count|rely|lean|depend) on me|turn to me|grateful|thank me)\b/i;

export function classifyQuestion(question: string): QuestionSide {
  if (worry.test(question)) return "worry";
  if (!asksWhether(question)) {
    if (advice.test(question)) return "advice";
    if (support.test(question)) return "support";
  }
  return "open";
}

/** Whether "yes" or "no" answers it. */
function asksWhether(question: string): boolean {
  return /(?:^|[.:;,–—]\s*(?:and |or )?)(?:should|would|could|can|do|does|did|is|are|am|was|were|will|shall|have|has|may|might)\s+(?:i|you|we|it|this|that|there|the|my|our|a|an|people|anyone|anybody)\b/i.test(
    question.trim(),
  );
}

const yes =
  /^\W*(?:oh,? )?(?:yes|yeah|yep|yup|absolutely|definitely|certainly|of course|sure|without (?:a )?doubt|naturally|very much|always|i (?:do|would|think so)|gladly|with pleasure|in a heartbeat)\b/i;
const no =
  /^\W*(?:oh,? )?(?:no|nope|nah|never|not (?:now|yet|really|at all|this|for|you|like|in|on|with|without|until|before|unless|if|here|there|even|again|ever|as)|against|please don't|don't|do not|i (?:would not|wouldn't|don't think|do not think|doubt|think not|fear not)|rather not|hardly|on no account)\b/i;

/** The position an answer to a yes-or-no question takes, by its beginning; undefined when that is not clear. */
export function yesOrNo(question: string, answer: string): "yes" | "no" | undefined {
  if (!asksWhether(question)) return undefined;
  const text = answer.trim().replaceAll("’", "'");
  if (/^\W*(?:yes and no|yes, but|in part|half)\b/i.test(text)) return undefined;
  if (no.test(text)) return "no";
  // "A small one, yes."
  const [, last] = /^[^.!?]*, (yes|no)[.!]*$/i.exec(text.split(/(?<=[.!?])\s/)[0] ?? "") ?? [];
  if (last !== undefined) return last.toLowerCase() === "yes" ? "yes" : "no";
  return yes.test(text) && !/^\W*sure, (?:because|why)/i.test(text) ? "yes" : undefined;
}
