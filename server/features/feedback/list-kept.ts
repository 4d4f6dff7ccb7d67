import type { ReadableResponse, Results } from "#contract/feedback/feedback.ts";

/** A kept answer with the response that it belongs to. */
export interface KeptAnswerInResponse {
  response: ReadableResponse;
  answer: ReadableResponse["answers"][number];
}

/** The kept answers among those that may be read, in the order of the responses and of their questions. */
export function listKept({
  responses,
  kept,
}: Pick<Results, "responses" | "kept">): KeptAnswerInResponse[] {
  return responses.flatMap((response) =>
    response.answers
      .filter(({ question_id }) =>
        kept.some((one) => one.response_id === response.id && one.question_id === question_id),
      )
      .map((answer) => ({ response, answer })),
  );
}
