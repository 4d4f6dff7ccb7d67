import { useRef, useState } from "react";
import type { FurtherQuestion } from "#contract/circles/further-questions.ts";
import { QuestionHint } from "#web/question-types/answer-view.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { CalendarIcon, MessagesSquareIcon } from "#web/ui/icons/icons.tsx";
import { CloseFurtherDialog } from "./close-further-dialog.tsx";
import { describeFurther } from "./describe-further.ts";

/** The question, its own count and until when it can be answered. */
export function FurtherHeading({ further, id }: { further: FurtherQuestion; id: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [isClosing, setIsClosing] = useState(false);
  const { count, day, extended } = describeFurther(further);
  const { question, status, responses_count } = further;
  return (
    <header className="stack g2">
      <h3 className="heading" dir="auto" id={id} tabIndex={-1} ref={heading}>
        {question.label}
      </h3>
      {!responses_count && <QuestionHint question={question} />}
      <div className="row between">
        <p className="meta num">
          {count !== undefined && (
            <span>
              <MessagesSquareIcon />
              {count}
            </span>
          )}
          <span>
            <CalendarIcon />
            {day}
          </span>
        </p>
        {status === "active" && (
          <Button
            kind="quiet"
            className="btn-flush"
            aria-describedby={id}
            onClick={() => setIsClosing(true)}
          >
            Close now
          </Button>
        )}
      </div>
      {extended && <p className="small ink-2">{extended}</p>}
      <CloseFurtherDialog
        further={further}
        open={isClosing}
        onOpenChange={setIsClosing}
        focusWhenDone={heading}
      />
    </header>
  );
}
