/** Leads to all answers, or to those of one question. */
export type AnswersPathOf = (questionId?: number) => string;
