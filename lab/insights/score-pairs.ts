import { createGate } from "#server/features/insights/checks/gate.ts";
import { verifyDraft } from "#server/features/insights/checks/verify-draft.ts";
import { draftLocally } from "#server/features/insights/engines/draft-locally.ts";
import { type Pair, preparePair } from "./corpus.ts";

/** What this server's engine names when two people were asked and write this; undefined if it names nothing. */
export function nameSharedBy(pair: Pair): string | undefined {
  const prepared = preparePair(pair);
  const gate = createGate(prepared);
  const { content } = verifyDraft(prepared, draftLocally(prepared, gate), "local", gate);
  const { top_strength, top_risk } = content;
  return (top_strength ?? top_risk)?.text;
}
