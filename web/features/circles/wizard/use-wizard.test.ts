import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { emptyDraft, hasContent, type WizardDraft } from "../draft/wizard-draft.ts";
import { type OpenedDraft, useWizard } from "./use-wizard.ts";

const key = "paraline.draft.maya";
const ofAnotherVersion = '{"title":"The bakery"}';
const fresh = emptyDraft("0b7f2a52-7f4f-4f6e-8a53-0c1c7d9c1f00");

function open(opening: OpenedDraft<WizardDraft>) {
  const { result } = renderHook(() =>
    useWizard({
      place: { user_id: "maya" },
      opening,
      steps: [1, 2, 3, 4],
      isWorthKeeping: hasContent,
      reasonToStay: () => undefined,
      draftAnew: () => emptyDraft(fresh.create_key),
      onFinish: () => {},
    }),
  );
  return result;
}

test("a kept draft that cannot be read stays while the wizard is only opened", () => {
  localStorage.setItem(key, ofAnotherVersion);
  const wizard = open({ draft: fresh, isKept: false });
  expect(localStorage.getItem(key)).toBe(ofAnotherVersion);
  act(() => wizard.current.change({ title: "The bookshop" }));
  expect(localStorage.getItem(key)).toContain("The bookshop");
});

test("a draft that equals the stored version is deleted when the wizard is opened", () => {
  localStorage.setItem(key, JSON.stringify(fresh));
  open({ draft: fresh, isKept: false, isSpent: true });
  expect(localStorage.getItem(key)).toBeNull();
});

test("a draft whose changes are undone is deleted", () => {
  const wizard = open({ draft: fresh, isKept: false });
  act(() => wizard.current.change({ title: "The bakery" }));
  expect(localStorage.getItem(key)).toContain("The bakery");
  act(() => wizard.current.change({ title: "" }));
  expect(localStorage.getItem(key)).toBeNull();
});
