import type { Decision, DecisionChanges } from "#contract/decisions.ts";
import { minuteMs } from "#contract/values/durations.ts";
import { trimText } from "#contract/values/plain-text.ts";
import { createValues, type DecisionValues, findError, toChanges } from "./decision-values.ts";
import type { StoredDraft } from "./stored-draft.ts";

/**
 * `failed`: retried automatically. `refused`: not retried until the text changes. `held`: found in this browser after
 * the saved version was changed elsewhere.
 */
export type SaveState = "saved" | "unsaved" | "saving" | "failed" | "refused" | "held";

export interface DraftState {
  values: DecisionValues;
  saveState: SaveState;
  /** Partly typed days. They read as empty, so the saved ones stay. */
  halfTyped: ReadonlySet<string>;
  /** Whether another tab or device has saved something different from what is shown here. */
  isNewerElsewhere: boolean;
  /** Counts full replacements of the values, so that fields remount. */
  revision: number;
}

/** Local text next to the saved version. It is saved as it is typed, and never replaced while the person is typing. */
export type DecisionDraft = ReturnType<typeof createDecisionDraft>;

interface DraftDeps {
  save: (changes: DecisionChanges) => Promise<Decision>;
  keep: (kept: StoredDraft | undefined) => void;
  mayBeTemporary: (error: unknown) => boolean;
}

const pauseMs = 800;
const firstRetryMs = 4_000;
const longestRetryMs = minuteMs;

/** Starts with the saved version, overlaid with what this browser has kept because it could not be saved. */
export function createDecisionDraft(
  saved: Decision,
  kept: StoredDraft | undefined,
  { save, keep, mayBeTemporary }: DraftDeps,
) {
  const listeners = new Set<() => void>();
  let version = saved.version;
  /** The version from which these values were made. A value that differs from it is not saved yet. */
  let base = createValues(saved);
  let newest = base;
  let sending: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retryMs = firstRetryMs;
  const isHeld = hasNewerSave(kept, base);
  let state: DraftState = {
    values: mergeKeptDraft(base, kept),
    saveState: kept === undefined ? "saved" : isHeld ? "held" : "unsaved",
    halfTyped: new Set(),
    isNewerElsewhere: isHeld,
    revision: 0,
  };
  if (state.saveState === "unsaved") schedule(0);

  function set(next: Partial<DraftState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  function unsaved(): DecisionValues {
    const differing = Object.entries(state.values).filter(
      ([key, value]) => trimText(value) !== base[key],
    );
    return Object.fromEntries(differing);
  }

  function keepUnsaved(): void {
    const values = unsaved();
    const keys = Object.keys(values);
    const before = Object.fromEntries(keys.map((key) => [key, base[key] ?? ""]));
    keep(keys.length === 0 ? undefined : { before, values });
  }

  function schedule(delayMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), delayMs);
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    if (state.saveState === "held") return Promise.resolve();
    sending ??= send().finally(() => {
      sending = undefined;
    });
    return sending;
  }

  async function send(): Promise<void> {
    for (;;) {
      const sent = Object.fromEntries(
        Object.entries(unsaved()).filter(([key, value]) => findError(key, value) === undefined),
      );
      if (Object.keys(sent).length === 0) {
        set({ saveState: Object.keys(unsaved()).length === 0 ? "saved" : "unsaved" });
        return;
      }
      set({ saveState: "saving" });
      try {
        mergeSaved(await save(toChanges(sent)), sent);
        retryMs = firstRetryMs;
      } catch (error) {
        const passes = mayBeTemporary(error);
        set({ saveState: passes ? "failed" : "refused" });
        if (passes) {
          schedule(retryMs);
          retryMs = Math.min(retryMs * 2, longestRetryMs);
        }
        return;
      }
    }
  }

  /** What changed elsewhere is not changed here until the person asks for it or overwrites it. */
  function mergeSaved(decision: Decision, sent: DecisionValues): void {
    if (decision.version < version) return;
    version = decision.version;
    newest = createValues(decision);
    const next = { ...base };
    let isNewerElsewhere = false;
    for (const [key, theirs] of Object.entries(newest)) {
      // What was sent counts as saved whatever the response contains, so that it is not sent forever.
      const before = sent[key] === undefined ? base[key] : trimText(sent[key]);
      const typed = trimText(state.values[key] ?? "");
      const isReplaced = theirs !== before && typed === before;
      next[key] = isReplaced ? before : theirs;
      if (isReplaced) isNewerElsewhere = true;
    }
    base = next;
    set({ isNewerElsewhere });
    keepUnsaved();
  }

  return {
    read: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(key: string, value: string) {
      set({ values: { ...state.values, [key]: value }, saveState: "unsaved" });
      keepUnsaved();
      schedule(pauseMs);
    },
    setHalfTyped(key: string, isHalfTyped: boolean) {
      if (state.halfTyped.has(key) === isHalfTyped) return;
      const others = [...state.halfTyped].filter((other) => other !== key);
      set({ halfTyped: new Set(isHalfTyped ? [...others, key] : others) });
    },
    flush,
    see(decision: Decision) {
      if (state.saveState === "held" || sending !== undefined) return;
      if (decision.version > version) mergeSaved(decision, {});
    },
    showNewer() {
      const values = state.saveState === "held" ? newest : { ...newest, ...unsaved() };
      base = newest;
      set({
        values,
        isNewerElsewhere: false,
        revision: state.revision + 1,
        saveState: state.saveState === "held" ? "saved" : state.saveState,
      });
      keepUnsaved();
    },
    keepTyped() {
      set({ isNewerElsewhere: false, saveState: "unsaved" });
      void flush();
    },
    stop: () => clearTimeout(timer),
  };
}

function mergeKeptDraft(saved: DecisionValues, kept: StoredDraft | undefined): DecisionValues {
  const known = Object.entries(kept?.values ?? {}).filter(([key]) => key in saved);
  return { ...saved, ...Object.fromEntries(known) };
}

/** Whether the version that the kept text was typed over has since been changed elsewhere. */
function hasNewerSave(kept: StoredDraft | undefined, saved: DecisionValues): boolean {
  return Object.entries(kept?.values ?? {}).some(
    ([key, value]) => saved[key] !== kept?.before[key] && saved[key] !== trimText(value),
  );
}
