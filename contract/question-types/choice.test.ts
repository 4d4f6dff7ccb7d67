import { describe, expect, it } from "vitest";
import { questionDraftSchema } from "../circles/questions.ts";
import { validateTypeFields } from "./rules.ts";
import { type AskedAnswer, groupTallies, tallyAnswers } from "./tallies.ts";

const draft = (options: string[] | undefined) =>
  questionDraftSchema.parse({ label: "What should I do?", type: "choice", options });

describe("the options of a choice", () => {
  it("are 2 to 8, each a line of at most 80 characters; empty ones are left out", () => {
    const eight = Array.from({ length: 8 }, (_, index) => `Option ${index}`);
    expect(validateTypeFields(draft(["Take it", "", " \n "]))).toBe("options_count");
    expect(validateTypeFields(draft(undefined))).toBe("options_count");
    expect(validateTypeFields(draft(eight))).toBeUndefined();
    expect(validateTypeFields(draft([...eight, "One more"]))).toBe("options_count");
    expect(draft([" Take\nit ", "", "a".repeat(80)]).options).toEqual(["Take it", "a".repeat(80)]);
    expect(() => draft(["Take it", "a".repeat(81)])).toThrow("at most 80 characters");
  });

  it("are different from each other, whatever their case", () => {
    expect(validateTypeFields(draft(["Wait", "Go", "wait "]))).toBe("options_alike");
  });
});

describe("the tally of a choice", () => {
  const options = ["Take it", "Wait a year"];
  const chosen = (answer: string, changes: Partial<AskedAnswer> = {}): AskedAnswer => ({
    question_id: 3,
    label: "What should I do?",
    type: "choice",
    options,
    answer,
    ...changes,
  });

  it("counts each option, in the order of the options", () => {
    const { choices } = groupTallies(
      tallyAnswers([chosen("Wait a year"), chosen("Take it"), chosen("Wait a year")]),
    );
    expect(choices).toEqual([
      { question_id: 3, label: "What should I do?", options, counts: [1, 2] },
    ]);
  });

  it("is separate for each set of options that was asked", () => {
    const others = ["Take it", "Decline"];
    const tallies = tallyAnswers([chosen("Take it"), chosen("Take it", { options: others })]);
    expect(tallies.map((tally) => "options" in tally && tally.options)).toEqual([options, others]);
  });
});
