import type { ServerQuestionType } from "./server-question-type.ts";

export const textType: ServerQuestionType = {
  kind: "Answer",
  writeAnswer: (sheet, label, answer) => sheet.writing(label, String(answer)),
};
