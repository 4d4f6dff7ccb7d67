import { editPath } from "#contract/paths.ts";

const parameter = "question";

/** The owner's edit page of a circle, opened at one of its questions. */
export function editQuestionPath(circleId: string, questionId: number): string {
  return `${editPath(circleId)}&${parameter}=${questionId}`;
}

/** The question that an address of the edit page leads to. */
export function readLinkedQuestion(search: URLSearchParams): number | undefined {
  const id = Number(search.get(parameter));
  return Number.isInteger(id) && id > 0 ? id : undefined;
}
