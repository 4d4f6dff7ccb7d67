import { MarkedText } from "#web/ui/text/marked-text.tsx";
import { WrittenText } from "#web/ui/text/written-text.tsx";
import type { QuestionTypeView } from "./question-type-view.ts";

export const textView: QuestionTypeView = {
  isSearched: true,
  Answer: ({ answer, marks }) => (
    <WrittenText>
      <MarkedText text={String(answer)} marks={marks} />
    </WrittenText>
  ),
};
