/** What a question asks for by itself: an answer to "What worries you?" is a worry without a word of worry in it. */
export type QuestionSide = "worry" | "support" | "advice" | "open";

const worry =
  /\b(worr(?:y|ies|ied)|risks?|concern|afraid|fears?|avoid|avoiding|not seeing|give up|giving up|miss more|habits|get in the way|unclear|confus|lose interest|lost interest|boring|cut|missing|harder|wrong|weak(?:ness)?|blind spots?|downsides?|hold me back|stop me|doubts?|already done|difficult|hesitat|against)\b/i;
const advice =
  /\b(next|find out|should i|would you do|do differently|advice|suggest|smallest version|first step|improve|in my place|before i decide|one thing)\b/i;
const support =
  /\b(strengths?|alive|at (?:my|your|their) best|gain|works? well|love|proud|good at|only come from|come to me|admire|like (?:most|best|about)|upside|shine|excites?|in favou?r)\b/i;

export function questionSide(question: string): QuestionSide {
  if (worry.test(question)) return "worry";
  if (advice.test(question)) return "advice";
  return support.test(question) ? "support" : "open";
}
