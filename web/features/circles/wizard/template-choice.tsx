import { useId, useState } from "react";
import { type QuestionTemplate, questionTemplates } from "#contract/circles/questions.ts";
import { Choice } from "#web/ui/choices/choice.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";

/** The templates to start from. Asks before replacing questions that have been edited. */
export function TemplateChoice({
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
