import { type Dispatch, useEffect, useId, useRef, useState } from "react";
import {
  type QuestionDraft,
  type QuestionTemplate,
  questionTemplates,
} from "#contract/circles/questions.ts";
import { errorMessage } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";
import { listTypeTexts } from "#contract/question-types/rules.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { Choice } from "#web/ui/choices/choice.tsx";
import { PlusIcon } from "#web/ui/icons/icons.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { notifyError } from "#web/ui/toasts/toast.ts";
import {
  areQuestionsEdited,
  createQuestionKey,
  hasStance,
  offeredStance,
  type QuestionAction,
  type WrittenCircle,
} from "../draft/wizard-draft.ts";
import { QuestionRow } from "./question-row.tsx";
import { findPosition, useLinkedQuestion } from "./use-linked-question.ts";

type Part = "up" | "down" | "remove";

export function QuestionEditor({
  draft,
  dispatch,
  showMissing,
  linkedId,
}: {
  draft: Pick<WrittenCircle, "language" | "template_id" | "questions">;
  dispatch: Dispatch<QuestionAction>;
  showMissing: boolean;
  linkedId?: number | undefined;
}) {
  const { questions } = draft;
  const parts = useRef(new Map<string, HTMLElement>());
  const list = useRef<HTMLOListElement>(null);
  const wanted = useRef<string>(undefined);
  const [announcement, setAnnouncement] = useState("");
  const [isTuning, setIsTuning] = useState(linkedId !== undefined);
  useLinkedQuestion(list, findPosition(questions, linkedId));

  // Moving a row takes the focus away from it, and an added row has only just been rendered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows every change of the list
  useEffect(() => {
    if (wanted.current === undefined) return;
    const field = list.current?.querySelector<HTMLElement>(
      `textarea[aria-label="${wanted.current}"]`,
    );
    (parts.current.get(wanted.current) ?? field)?.focus();
    wanted.current = undefined;
  }, [questions]);

  const partRef = (key: string, part: Part) => (element: HTMLElement | null) => {
    if (element === null) parts.current.delete(`${key}.${part}`);
    else parts.current.set(`${key}.${part}`, element);
  };

  function move(key: string, position: number, by: 1 | -1) {
    wanted.current = `${key}.${by === 1 ? "down" : "up"}`;
    dispatch({ type: "move_question", key, by });
    setAnnouncement(`Moved to position ${position + by}`);
  }

  function remove(key: string, position: number) {
    if (questions.length <= limits.questionsMin) {
      notifyError(errorMessage("questions_none"));
      return;
    }
    const neighbour = questions[position] ?? questions[position - 2];
    if (neighbour !== undefined) wanted.current = `${neighbour.key}.remove`;
    dispatch({ type: "delete_question", key });
    setAnnouncement(`Question ${position} deleted`);
  }

  function add() {
    if (questions.length >= limits.questionsMax) {
      notifyError(errorMessage("questions_too_many"));
      return;
    }
    dispatch({ type: "add_question", key: createQuestionKey() });
    setAnnouncement(`Question ${questions.length + 1} added`);
  }

  function addStance() {
    const label = `Question ${questions.length + 1}`;
    wanted.current = label;
    dispatch({ type: "add_stance", key: createQuestionKey() });
    setAnnouncement(`${label} added: the overall view is counted from it`);
  }

  return (
    <div className="stack g8">
      <TemplateChoice
        templateId={draft.template_id}
        areEdited={areQuestionsEdited(draft)}
        onChoose={(templateId) => dispatch({ type: "choose_template", template_id: templateId })}
      />
      <section className="stack g2">
        <h2 className="subhead num">
          Questions ({questions.length}/{limits.questionsMax})
        </h2>
        {isTuning && (
          <p className="hint">
            Only you see what each question asks for. It tells insights how to read the answers.
          </p>
        )}
        <ol className="lined question-rows" ref={list}>
          {questions.map((question, index) => (
            <QuestionRow
              key={question.key}
              question={question}
              position={index + 1}
              count={questions.length}
              isTuning={isTuning}
              missing={showMissing ? errorMessage("question_empty") : undefined}
              refs={{
                up: partRef(question.key, "up"),
                down: partRef(question.key, "down"),
                remove: partRef(question.key, "remove"),
              }}
              onChange={(fields) =>
                dispatch({ type: "change_question", key: question.key, fields })
              }
              onMove={(by) => move(question.key, index + 1, by)}
              onDelete={() => remove(question.key, index + 1)}
            />
          ))}
        </ol>
        <p className="row">
          <Button kind="quiet" className="btn-flush btn-accent" onClick={add}>
            <PlusIcon />
            Add another question
          </Button>
          <Button
            kind="quiet"
            className="btn-flush"
            aria-expanded={isTuning}
            onClick={() => setIsTuning(!isTuning)}
          >
            Tune for insights
          </Button>
        </p>
        {questions.length < limits.questionsMax && !hasStance(questions) && (
          <StanceOffer question={offeredStance(draft)} onAdd={addStance} />
        )}
        <p className="sr-only" aria-live="polite">
          {announcement}
        </p>
      </section>
    </div>
  );
}

export function firstEmptyQuestionId(
  questions: readonly { key: string; label: string }[],
): string | undefined {
  return questions.find((question) => question.label.trim() === "")?.key;
}

function StanceOffer({ question, onAdd }: { question: QuestionDraft; onAdd: () => void }) {
  const id = useId();
  return (
    <div className="wash stance-offer">
      <p id={id}>Add one rating to see where everyone stands:</p>
      <Button kind="quiet" className="btn-flush btn-accent" aria-describedby={id} onClick={onAdd}>
        <PlusIcon />
        Ask “{question.label}”
      </Button>
      <p className="small ink-2">
        1 to 5:{" "}
        {listTypeTexts(question)
          .filter((text) => text !== "")
          .join(" · ")}
      </p>
    </div>
  );
}

/** The templates to start from. Asks before replacing questions that have been edited. */
function TemplateChoice({
  templateId,
  areEdited,
  onChoose,
}: {
  templateId: string;
  areEdited: boolean;
  onChoose: (templateId: string) => void;
}) {
  const id = useId();
  const [asked, setAsked] = useState<QuestionTemplate>();

  function choose(template: QuestionTemplate) {
    if (areEdited) setAsked(template);
    else onChoose(template.id);
  }

  function replace() {
    if (asked !== undefined) onChoose(asked.id);
    setAsked(undefined);
  }

  return (
    <fieldset className="stack g3">
      <legend className="subhead legend">Start from a template</legend>
      <div className="template-choices">
        <div className="choices choices-compact">
          {questionTemplates.map((template) => (
            <Choice
              key={template.id}
              type="radio"
              name="template"
              aria-labelledby={`${id}-${template.id}`}
              aria-describedby={`${id}-${template.id}-line`}
              title={<span id={`${id}-${template.id}`}>{template.name}</span>}
              line={<span id={`${id}-${template.id}-line`}>{template.description}</span>}
              checked={template.id === templateId}
              onChange={() => choose(template)}
            />
          ))}
        </div>
      </div>
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={() => setAsked(undefined)}
        title="Replace your questions?"
        description={
          asked &&
          `“${asked.name}” has its own questions. They will replace the ones you have written.`
        }
        cancelLabel="Keep mine"
        confirmLabel="Replace"
        onConfirm={replace}
      />
    </fieldset>
  );
}
