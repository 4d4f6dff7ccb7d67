import type { Question, QuestionEdit } from "#contract/circles/questions.ts";
import { DomainError } from "#contract/errors.ts";
import { toQuestion } from "./draft-rules.ts";

/**
 * The questions to store after an edit, and the next id that was never used. A question that stays keeps its id; one
 * without an id, or with a changed type, gets a new id, so that no id ever changes its meaning. Source:
 * docs/product.md, Questions.
 * @throws DomainError question_not_kept for an id that is not there, or twice
 */
export function editQuestions(
  stored: readonly Question[],
  edited: readonly QuestionEdit[],
  nextQuestionId: number,
): { questions: Question[]; next_question_id: number } {
  const types = new Map(stored.map(({ id, type }) => [id, type]));
  let next = nextQuestionId;
  const questions = edited.map((question, index) => {
    if (question.id === undefined) return toQuestion(question, next++);
    const type = types.get(question.id);
    if (type === undefined) {
      throw new DomainError("question_not_kept", { path: ["questions", index, "id"] });
    }
    types.delete(question.id);
    return toQuestion(question, type === question.type ? question.id : next++);
  });
  return { questions, next_question_id: next };
}
