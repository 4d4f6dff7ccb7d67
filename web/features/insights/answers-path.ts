export type AnswersPathOf = (questionId?: number) => string;
