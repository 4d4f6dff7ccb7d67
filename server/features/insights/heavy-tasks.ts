import type { HeavyTask } from "#server/system/heavy-work.ts";
import { createGate, type Shown } from "./checks/gate.ts";
import { type VerifiedInsights, verifyDraft } from "./checks/verify-draft.ts";
import { EngineError, type InsightsDraft, type Reading } from "./engine.ts";
import { draftLocally } from "./engines/draft-locally.ts";
import type { KnownNames } from "./known-names.ts";
import { type CircleTexts, prepareReading, type StoredResponse } from "./prepare-reading.ts";

/** What the thread is given to read. */
export interface ReadingInput {
  circle: CircleTexts;
  responses: readonly StoredResponse[];
  names: KnownNames;
}

/** Prepares the responses for a model. */
export const readingTask: HeavyTask<ReadingInput, Reading> = {
  name: "prepare_reading",
  run: ({ circle, responses, names }) => prepareReading(circle, responses, names, true).reading,
};

/** Checks a model's draft, or makes one on this server and checks that. */
export const insightsTask: HeavyTask<
  ReadingInput & { draft: InsightsDraft | undefined },
  { insights: Shown<VerifiedInsights>; unusable?: undefined } | { unusable: string }
> = {
  name: "make_insights",
  run({ draft, circle, responses, names }) {
    const prepared = prepareReading(circle, responses, names, draft !== undefined);
    const gate = createGate(prepared);
    const kind = draft === undefined ? "local" : "model";
    try {
      return { insights: verifyDraft(prepared, draft ?? draftLocally(prepared, gate), kind, gate) };
    } catch (error) {
      // An error of a class does not pass from one thread to another.
      if (error instanceof EngineError) return { unusable: error.message };
      throw error;
    }
  },
};
