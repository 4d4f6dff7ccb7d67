import { assertNever } from "#contract/assert-never.ts";
import type { ReadableResponse } from "#contract/feedback/feedback.ts";
import { Scale } from "#web/ui/ratings/scale.tsx";
import { WrittenText } from "#web/ui/text/written-text.tsx";

type ReadableAnswer = ReadableResponse["answers"][number];

/** One answer under its question, to read. */
export function AnswerView({ answer }: { answer: ReadableAnswer }) {
  switch (answer.type) {
    case "textarea":
      return <WrittenText>{answer.answer}</WrittenText>;
    case "rating":
      return <Scale value={Number(answer.answer)} />;
    default:
      return assertNever(answer.type);
  }
}

/** The question as it was asked; only its number if even the text is missing. */
export function questionLabel(answer: ReadableAnswer): string {
  return answer.label ?? `Question ${answer.question_id}`;
}
