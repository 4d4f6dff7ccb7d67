import { describe, expect, test } from "vitest";
import { type CircleDetails, updateCircle } from "#contract/circles/circles.ts";
import { circle } from "#web/testing/results.ts";
import { deleteDraft, findDraft, saveDraft } from "./draft-storage.ts";
import {
  createEditDraft,
  type EditDraft,
  editDraftSchema,
  isEdited,
  rebase,
  toUpdateInput,
} from "./edit-draft.ts";
import { reduceDraft, wizardDraftSchema } from "./wizard-draft.ts";

const stored: CircleDetails = {
  ...circle,
  title: "Bakery",
  description: "A bakery",
  is_anonymous: true,
  deadline: "2026-12-01",
  questions: [
    { id: 3, label: "Why me?", type: "textarea" },
    { id: 7, label: "Does it fit?", type: "rating" },
  ],
  open_link: false,
  copied_from: null,
  is_link_full: false,
  is_fixed: true,
};
const draft = createEditDraft(stored);
const change = (before: EditDraft, fields: Partial<Omit<EditDraft, "base" | "questions">>) =>
  reduceDraft(before, { type: "change", fields });
const findKey = (id: number) => draft.questions.find((question) => question.id === id)?.key ?? "";

describe("a change of a paraline", () => {
  test("starts as the stored version, which counts as unchanged", () => {
    expect(isEdited(draft)).toBe(false);
    expect(isEdited(change(draft, { deadline: "" }))).toBe(true);
    const body = toUpdateInput(draft, true);
    expect(updateCircle.body.safeParse(body).success).toBe(true);
    expect(body).toMatchObject({ title: "Bakery", deadline: "2026-12-01", is_anonymous: true });
    expect(body.questions.map(({ id }) => id)).toEqual([3, 7]);
  });

  test("keeps a question's id when it is moved or reworded, and gives a new question no id", () => {
    const moved = reduceDraft(draft, { type: "move_question", key: findKey(7), by: -1 });
    const reworded = reduceDraft(moved, {
      type: "change_question",
      key: findKey(3),
      fields: { label: "Why me, of all?" },
    });
    const grown = reduceDraft(reworded, { type: "add_question", key: "added" });
    expect(toUpdateInput(grown, true).questions.map(({ id, label }) => [id, label])).toEqual([
      [7, "Does it fit?"],
      [3, "Why me, of all?"],
      [undefined, ""],
    ]);
  });

  test("sends a question as one line, so that only adding a line break is not a change", () => {
    const typed = reduceDraft(draft, {
      type: "change_question",
      key: findKey(3),
      fields: { label: "Why\n me?\n" },
    });
    expect(isEdited(typed)).toBe(false);
    expect(toUpdateInput(typed, true).questions[0]).toMatchObject({ id: 3, label: "Why me?" });
  });

  test("takes over a newer version of the parts that were not touched, and keeps those that were", () => {
    const mine = change(draft, { title: "My bakery" });
    const { draft: merged, contested } = rebase(mine, {
      ...stored,
      description: "A bakery by the sea",
      deadline: null,
    });
    expect(contested).toEqual([]);
    expect(merged).toMatchObject({
      title: "My bakery",
      description: "A bakery by the sea",
      deadline: "",
    });
    expect(isEdited(merged)).toBe(true);
    expect(isEdited(rebase(mine, { ...stored, title: "My bakery" }).draft)).toBe(false);
  });

  test("names the parts that both have changed in different ways", () => {
    const deleted = reduceDraft(draft, { type: "delete_question", key: findKey(3) });
    const mine = change(deleted, { title: "My bakery" });
    const theirs = {
      ...stored,
      title: "Their bakery",
      questions: [{ id: 3, label: "Why not me?", type: "textarea" as const }],
    };
    const { draft: merged, contested } = rebase(mine, theirs);
    expect(contested).toEqual(["the title", "the questions"]);
    expect(merged.title).toBe("My bakery");
    // It was removed elsewhere in the meantime, so it is a new one when this draft is stored.
    expect(toUpdateInput(merged, true).questions).toEqual([
      expect.not.objectContaining({ id: expect.anything() }),
    ]);
  });
});

describe("the kept change", () => {
  test("restores a question as it was typed, even one that is too long", () => {
    const place = { user_id: "maya", circle_id: stored.id };
    const mine = reduceDraft(draft, {
      type: "change_question",
      key: findKey(7),
      fields: {
        label: "long ".repeat(200),
        type: "rating",
        rating_labels: { low: "l".repeat(41), middle: "", high: "" },
      },
    });
    saveDraft(place, mine);
    expect(findDraft(place, editDraftSchema)).toEqual(mine);
  });

  test("is kept for its account and its paraline only, separate from a creation", () => {
    const place = { user_id: "maya", circle_id: stored.id };
    const mine = change(draft, { title: "My bakery" });
    saveDraft(place, mine);
    expect(findDraft(place, editDraftSchema)).toEqual(mine);
    expect(findDraft({ ...place, user_id: "noor" }, editDraftSchema)).toBeUndefined();
    expect(findDraft({ ...place, circle_id: "another" }, editDraftSchema)).toBeUndefined();
    expect(findDraft({ user_id: "maya" }, wizardDraftSchema)).toBeUndefined();
    deleteDraft({ user_id: "maya" });
    expect(findDraft(place, editDraftSchema)).toEqual(mine);
    deleteDraft(place);
    expect(findDraft(place, editDraftSchema)).toBeUndefined();
  });
});
