import { isDeepStrictEqual } from "node:util";
import { type AskedQuestion, type Question, toAskedQuestion } from "#contract/circles/questions.ts";
import type { Language } from "#contract/languages.ts";
import { inviteeMessages } from "#contract/messages/all.ts";
import { defaultRatingLabels } from "#contract/question-types/rating.ts";
import { withTypeDefaults } from "#contract/question-types/rules.ts";

/**
 * Questions as invitees read them. The page has no defaults of its own: a rating always comes with its labels. The role
 * and the direction of a question are only for the owner, because they could influence the people who answer.
 */
export function listAskedQuestions(
  language: Language,
  questions: readonly Question[],
): AskedQuestion[] {
  return questions.map((question) =>
    toAskedQuestion(withCaptionsIn(language, withTypeDefaults(question))),
  );
}

/** Replaces the English default captions of a rating with those of the paraline's language. */
function withCaptionsIn(language: Language, question: Question): Question {
  const { rating_labels } = question;
  if (language === "en" || !isDeepStrictEqual(rating_labels, defaultRatingLabels)) return question;
  const [, low, middle, high] = inviteeMessages[language].templates.fit;
  return { ...question, rating_labels: { low, middle, high } };
}
