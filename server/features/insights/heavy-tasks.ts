import type { HeavyTask } from "#server/system/heavy-work.ts";
import { isWeakDraft } from "./checks/is-weak-draft.ts";
import { verifyDraft } from "./checks/verify-draft.ts";
import { withoutAuthorHints } from "./checks/without-author-hints.ts";
import { EngineError, type InsightsDraft, type Reading } from "./engine.ts";
import { createLocalEngine } from "./engines/engine-local.ts";
import { type CircleTexts, prepareReading, type StoredResponse } from "./prepare-reading.ts";
import type { CountedInsights } from "./recount.ts";

/** What the thread is given to read. It has no key, so it gets the names of removed people as the words to remove. */
export interface ReadingInput {
  circle: CircleTexts;
  responses: readonly StoredResponse[];
  names: readonly string[];
  removedWords: ReadonlySet<string>;
}

/** Prepares the responses for a model. */
export const readingTask: HeavyTask<ReadingInput, Reading> = {
  name: "prepare_reading",
  run: (input) => prepare(input).reading,
};

/** Checks a model's draft, or makes one with the local engine and checks that. */
export const insightsTask = {
  name: "make_insights",
  async run(input: ReadingInput & { draft: InsightsDraft | undefined; kind: "local" | "model" }) {
    const { circle, responses, kind } = input;
    const prepared = prepare(input);
    const draft =
      input.draft ?? (await createLocalEngine().generate(prepared.reading, async () => {}));
    try {
      const verified = verifyDraft(prepared, draft, kind);
      const { content, ...texts } = verified;
      const insights = {
        ...texts,
        key_themes: content.themes.map(({ text }) => text),
        highlighted_quotes: content.quotes.map(({ text }) => text),
        content,
        response_ids: responses
          .filter(({ use_in_insights }) => use_in_insights)
          .map(({ id }) => id),
      };
      return {
        insights: circle.is_anonymous ? withoutAuthorHints(insights, circle, responses) : insights,
        isWeak: isWeakDraft(prepared, draft, verified),
      };
    } catch (error) {
      // An error of a class does not pass from one thread to another.
      if (error instanceof EngineError) return { unusable: error.message };
      throw error;
    }
  },
} satisfies HeavyTask<never, unknown>;

/** Removes from stored insights what reveals an author. */
export const authorHintsTask: HeavyTask<
  { insights: CountedInsights; circle: CircleTexts; responses: readonly StoredResponse[] },
  CountedInsights
> = {
  name: "remove_author_hints",
  run: ({ insights, circle, responses }) => withoutAuthorHints(insights, circle, responses),
};

const prepare = ({ circle, responses, names, removedWords }: ReadingInput) =>
  prepareReading(circle, responses, { names, isRemoved: (word) => removedWords.has(word) });
