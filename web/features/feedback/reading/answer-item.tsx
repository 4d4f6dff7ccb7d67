import { AnswerView, findInAnswer, questionLabel } from "#web/question-types/answer-view.tsx";
import { IconButton } from "#web/ui/buttons/button.tsx";
import { StarIcon } from "#web/ui/icons/icons.tsx";
import { responseHeading } from "../response-heading.ts";
import { isKept } from "./filter-answers.ts";
import type { PlacedAnswer } from "./group-answers.ts";
import type { ReadingState } from "./reading-state.ts";

/** One answer under its question or its author, with its star. */
export function AnswerItem({
  placed: { response, answer },
  heading,
  state: { query, kept, onKeep },
}: {
  placed: PlacedAnswer;
  /** The line above the answer: what the surrounding group does not say. */
  heading: string;
  state: ReadingState;
}) {
  const { question_id } = answer;
  return (
    <div className="answer-item">
      <dt className="small ink-3">
        <span dir="auto">{heading}</span>
        <KeepButton
          isKept={isKept(kept, response.id, question_id)}
          answerTo={`${responseHeading(response)} to “${questionLabel(answer)}”`}
          onChange={(shouldKeep) => onKeep({ response_id: response.id, question_id, shouldKeep })}
        />
      </dt>
      <dd>
        <AnswerView answer={answer} marks={findInAnswer(answer, query)} />
      </dd>
    </div>
  );
}

/** The star of one answer, which is pressed while the answer is kept. */
function KeepButton({
  isKept,
  answerTo,
  onChange,
}: {
  isKept: boolean;
  /** Names the answer: whose it is, and to which question. */
  answerTo: string;
  onChange: (isKept: boolean) => void;
}) {
  return (
    <IconButton
      label={`Keep the answer of ${answerTo}`}
      className="keep-button"
      aria-pressed={isKept}
      title={isKept ? "Kept" : "Keep"}
      onClick={() => onChange(!isKept)}
    >
      <StarIcon />
    </IconButton>
  );
}
