import { editPath } from "#contract/paths.ts";

const parameter = "question";

export function editQuestionPath(circleId: string, questionId: number): string {
  return `${editPath(circleId)}&${parameter}=${questionId}`;
}

export function readLinkedQuestion(search: URLSearchParams): number | undefined {
  const id = Number(search.get(parameter));
  return Number.isInteger(id) && id > 0 ? id : undefined;
}
