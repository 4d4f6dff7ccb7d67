export type CreateAnswersPath = (questionId?: number) => string;
