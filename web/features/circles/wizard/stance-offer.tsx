import { useId } from "react";
import type { QuestionDraft } from "#contract/circles/questions.ts";
import { listTypeTexts } from "#contract/question-types/rules.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { PlusIcon } from "#web/ui/icons/icons.tsx";

/** Offers the question that the overall view is counted from, and says why. */
export function StanceOffer({ question, onAdd }: { question: QuestionDraft; onAdd: () => void }) {
  const id = useId();
  return (
    <div className="wash stance-offer">
      <p id={id}>Add a rating question, so that insights can count an overall view:</p>
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
