import { z } from "zod";
import { createUuid } from "#web/client/uuid.ts";
import { type DraftLocation, findDraft } from "../draft/draft-storage.ts";
import { createQuestionKey, writtenQuestionSchema } from "../draft/wizard-draft.ts";

const furtherDraftSchema = z.object({
  /** Generated once, so that asking again after a lost response asks nothing twice. */
  create_key: z.uuid(),
  question: writtenQuestionSchema,
  deadline: z.string(),
});
type FurtherDraft = z.output<typeof furtherDraftSchema>;

/** What was being written in this browser, with the default deadline if its own is over. */
export function openFurtherDraft(
  place: DraftLocation,
  { today, deadline }: { today: string; deadline: string },
): FurtherDraft {
  const kept = findDraft(place, furtherDraftSchema);
  if (kept !== undefined) return kept.deadline > today ? kept : { ...kept, deadline };
  const question = { key: createQuestionKey(), label: "", type: "textarea" as const };
  return { create_key: createUuid(), question, deadline };
}
