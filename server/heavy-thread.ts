import { move } from "piscina";
import { boardBookTask } from "#server/features/exports/write-board-book.ts";
import { planPdfTask } from "#server/features/exports/write-plan-pdf.ts";
import { insightsTask, readingTask } from "#server/features/insights/heavy-tasks.ts";
import type { HeavyTask } from "#server/system/heavy-work.ts";

/** The entry of the thread in which heavy work runs. It must not import what opens the database or holds a key. */

const tasks = new Map<string, HeavyTask<never, unknown>>(
  [boardBookTask, planPdfTask, readingTask, insightsTask].map((task) => [task.name, task]),
);

/** Runs one task. The bytes of a file are handed over instead of copied. */
export default async function runTask({ name, input }: { name: string; input: never }) {
  const task = tasks.get(name);
  if (task === undefined) throw new Error(`There is no heavy task “${name}”.`);
  const output = await task.run(input);
  return output instanceof Uint8Array ? move(output) : output;
}
