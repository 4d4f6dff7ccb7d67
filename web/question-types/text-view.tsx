import { WrittenText } from "#web/ui/text/written-text.tsx";
import type { QuestionTypeView } from "./question-type-view.ts";

export const textView: QuestionTypeView = {
  Answer: ({ answer }) => <WrittenText>{answer}</WrittenText>,
};
