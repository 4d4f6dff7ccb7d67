import { act, renderHook } from "@testing-library/react";
import { createElement, type ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { keptDraftSchema } from "../draft/shared-draft.ts";
import {
  emptyDraft,
  hasContent,
  type WizardDraft,
  wizardDraftSchema,
} from "../draft/wizard-draft.ts";
import { type OpenedDraft, useWizard } from "./use-wizard.ts";

const key = "paraline.draft.maya";
const ofAnotherVersion = '{"title":"The bakery"}';
const fresh = emptyDraft("0b7f2a52-7f4f-4f6e-8a53-0c1c7d9c1f00");
const unopened = { draft: fresh, step: 1, isKept: false };
const kept = () => JSON.parse(localStorage.getItem(key) ?? "null")?.draft;

/** A tab with the wizard. */
function open(opening: OpenedDraft<WizardDraft>) {
  const wrapper = ({ children }: { children: ReactNode }) => {
    const router = createMemoryRouter([{ path: "*", element: children }]);
    return createElement(RouterProvider, { router });
  };
  const { result } = renderHook(
    () =>
      useWizard<WizardDraft>({
        place: { user_id: "maya" },
        schema: keptDraftSchema(wizardDraftSchema),
        opening,
        steps: [1, 2, 3, 4],
        isWorthKeeping: hasContent,
        reasonToStay: () => undefined,
        createDraft: () => emptyDraft(fresh.create_key),
        onFinish: () => {},
      }),
    { wrapper },
  );
  return result;
}

/** What browsers tell the other tabs. */
const tellOtherTabs = () => act(() => dispatchEvent(new StorageEvent("storage", { key })));

test("a kept draft that cannot be read stays while the wizard is only opened", () => {
  localStorage.setItem(key, ofAnotherVersion);
  const wizard = open(unopened);
  expect(localStorage.getItem(key)).toBe(ofAnotherVersion);
  act(() => wizard.current.change({ title: "The bookshop" }));
  expect(localStorage.getItem(key)).toContain("The bookshop");
});

test("a draft that equals the stored version is deleted when the wizard is opened", () => {
  localStorage.setItem(key, JSON.stringify({ step: 1, draft: fresh }));
  open({ ...unopened, isSpent: true });
  expect(localStorage.getItem(key)).toBeNull();
});

test("a draft whose changes are undone is deleted", () => {
  const wizard = open(unopened);
  act(() => wizard.current.change({ title: "The bakery" }));
  expect(localStorage.getItem(key)).toContain("The bakery");
  act(() => wizard.current.change({ title: "" }));
  expect(localStorage.getItem(key)).toBeNull();
});

test("two tabs write one draft, even if neither has heard of the other", () => {
  const [one, other] = [open(unopened), open(unopened)];
  const [first = "", second = ""] = fresh.questions.map((question) => question.key);
  act(() => one.current.change({ title: "The bakery" }));
  act(() => other.current.change({ description: "Of my own" }));
  act(() =>
    one.current.dispatch({ type: "change_question", key: first, fields: { label: "One?" } }),
  );
  act(() =>
    other.current.dispatch({ type: "change_question", key: second, fields: { label: "Two?" } }),
  );
  act(() => one.current.change({ what_they_ask: "Be frank" }));
  expect(kept()).toMatchObject({
    title: "The bakery",
    description: "Of my own",
    what_they_ask: "Be frank",
    questions: [{ label: "One?" }, { label: "Two?" }, {}, {}, {}, {}],
  });
});

test("a tab shows what another tab writes, and keeps its own step", () => {
  const [one, other] = [open(unopened), open(unopened)];
  act(() => one.current.change({ title: "The bakery" }));
  tellOtherTabs();
  act(() => other.current.proceed());
  const stored = localStorage.getItem(key);
  tellOtherTabs();
  expect(other.current.draft.title).toBe("The bakery");
  expect([one.current.step, other.current.step]).toEqual([1, 2]);
  // A tab that only takes over stores nothing, so that two tabs never answer each other.
  expect(localStorage.getItem(key)).toBe(stored);
});

test("a tab starts over when another tab has sent the draft or started over", () => {
  const [one, other] = [open(unopened), open(unopened)];
  act(() => one.current.change({ title: "The bakery" }));
  tellOtherTabs();
  act(() => one.current.startOver());
  tellOtherTabs();
  expect(other.current.draft.title).toBe("");
  act(() => other.current.change({ description: "Of my own" }));
  expect(kept()).toMatchObject({ title: "", description: "Of my own" });
});

test("words stay in a tab whose browser can store nothing more", () => {
  const wizard = open(unopened);
  act(() => wizard.current.change({ title: "The bakery" }));
  const full = Object.getOwnPropertyDescriptor(Storage.prototype, "setItem");
  Storage.prototype.setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  try {
    act(() => wizard.current.change({ description: "Of my own" }));
    act(() => wizard.current.change({ what_they_ask: "Be frank" }));
  } finally {
    if (full) Object.defineProperty(Storage.prototype, "setItem", full);
  }
  expect(wizard.current.draft.description).toBe("Of my own");
  act(() => wizard.current.change({ title: "The bakeries" }));
  expect(kept()).toMatchObject({ title: "The bakeries", description: "Of my own" });
});
