import type { ReactNode } from "react";
import { estimatedMinutes } from "#contract/answer-limits.ts";
import { ClockIcon, MessagesSquareIcon } from "#web/ui/icons/icons.tsx";
import { counted } from "#web/ui/text/counted.ts";

/** Below the preview: how many questions, and how long they take or other facts. */
export function PreviewFacts({
  questionCount,
  children,
}: {
  questionCount: number;
  children?: ReactNode;
}) {
  return (
    <p className="meta num">
      <span>
        <MessagesSquareIcon />
        {counted(questionCount, "question")}
      </span>
      {children || (
        <span>
          <ClockIcon />
          {estimatedMinutes(questionCount)} minutes
        </span>
      )}
    </p>
  );
}
