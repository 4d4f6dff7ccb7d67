import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Decision, type DecisionChanges, emptyDecision } from "#contract/decisions.ts";
import { createDecisionDraft } from "./decision-draft.ts";
import type { StoredDraft } from "./stored-draft.ts";

const id = "7b0f9a3e-3f7c-4c1e-9a52-1d2b3c4d5e6f";
const empty = emptyDecision(id);

/** A server that stores as ours does, and a second page that writes to it. */
function startServer(stored: Decision = empty) {
  let decision = stored;
  const save = async (changes: DecisionChanges): Promise<Decision> => {
    const { fields, closing, ...plain } = changes;
    decision = {
      ...decision,
      ...plain,
      version: decision.version + 1,
      prediction: (changes.prediction ?? decision.prediction).trim(),
      fields: {
        affirm: { ...decision.fields.affirm, ...fields?.affirm },
        experiment: { ...decision.fields.experiment, ...fields?.experiment },
        pause: { ...decision.fields.pause, ...fields?.pause },
        mentor: { ...decision.fields.mentor, ...fields?.mentor },
      },
      closing: { ...decision.closing, ...closing },
    };
    return decision;
  };
  return { save: vi.fn(save), read: () => decision, elsewhere: save };
}

function open(
  server: ReturnType<typeof startServer>,
  kept?: StoredDraft,
  mayBeTemporary: (error: unknown) => boolean = () => true,
) {
  let left: StoredDraft | undefined = kept;
  const draft = createDecisionDraft(server.read(), kept, {
    save: server.save,
    keep: (next) => {
      left = next;
    },
    mayBeTemporary,
  });
  return { draft, left: () => left };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("what is typed on the decision screen", () => {
  test("is saved after a pause, but only what changed, and is kept in the browser until then", async () => {
    const server = startServer();
    const { draft, left } = open(server);
    expect(draft.read().saveState).toBe("saved");
    draft.change("affirm.why", "I");
    draft.change("affirm.why", "I know");
    expect(draft.read().saveState).toBe("unsaved");
    expect(left()).toEqual({ before: { "affirm.why": "" }, values: { "affirm.why": "I know" } });
    expect(server.save).not.toHaveBeenCalled();
    await vi.runAllTimersAsync();
    expect(server.save.mock.calls).toEqual([[{ fields: { affirm: { why: "I know" } } }]]);
    expect(draft.read().saveState).toBe("saved");
    expect(left()).toBeUndefined();
  });

  test("is sent at once when a field is left, one call after the other", async () => {
    const server = startServer();
    const { draft } = open(server);
    draft.change("path", "pause");
    const flushed = draft.flush();
    draft.change("prediction", "I will rest ");
    await Promise.all([flushed, draft.flush()]);
    expect(server.save.mock.calls).toEqual([[{ path: "pause" }], [{ prediction: "I will rest " }]]);
    expect(draft.read()).toMatchObject({ saveState: "saved" });
    // Whitespace that the server trims is no reason to save again, or to change what is being typed.
    expect(draft.read().values.prediction).toBe("I will rest ");
  });

  test("is tried again until it is saved", async () => {
    const server = startServer();
    server.save
      .mockRejectedValueOnce(new Error("offline"))
      .mockRejectedValueOnce(new Error("offline"));
    const { draft, left } = open(server);
    draft.change("review_date", "2027-02-01");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(draft.read().saveState).toBe("failed");
    expect(left()?.values).toEqual({ review_date: "2027-02-01" });
    await vi.runAllTimersAsync();
    expect(server.save).toHaveBeenCalledTimes(3);
    expect(draft.read().saveState).toBe("saved");
  });

  test("is not sent again when it was refused permanently", async () => {
    const server = startServer();
    server.save.mockRejectedValueOnce(new Error("gone"));
    const { draft } = open(server, undefined, () => false);
    draft.change("prediction", "x");
    await vi.runAllTimersAsync();
    expect(server.save).toHaveBeenCalledTimes(1);
    expect(draft.read().saveState).toBe("refused");
  });

  test("is neither saved nor lost while a date in it is only partly typed", async () => {
    const server = startServer({ ...empty, review_date: "2031-02-04" });
    const { draft } = open(server);
    draft.setHalfTyped("review_date", true);
    await draft.flush();
    expect([...draft.read().halfTyped]).toEqual(["review_date"]);
    expect(server.save).not.toHaveBeenCalled();
    draft.setHalfTyped("review_date", false);
    draft.change("review_date", "2031-03-04");
    await draft.flush();
    expect(draft.read()).toMatchObject({ saveState: "saved", halfTyped: new Set() });
    expect(server.read().review_date).toBe("2031-03-04");
  });

  test("stays if it is too long, and does not prevent the rest from being saved", async () => {
    const server = startServer();
    const { draft, left } = open(server);
    draft.change("prediction", "x".repeat(201));
    draft.change("confidence", "70");
    await vi.runAllTimersAsync();
    expect(server.save.mock.calls).toEqual([[{ confidence: 70 }]]);
    expect(draft.read().saveState).toBe("unsaved");
    expect(Object.keys(left()?.values ?? {})).toEqual(["prediction"]);
  });
});

describe("two tabs", () => {
  test("editing different fields lose nothing, and each sees the other's changes", async () => {
    const server = startServer();
    const { draft } = open(server);
    await server.elsewhere({ fields: { affirm: { first_steps: "Ask Ruth" } } });
    draft.change("affirm.why", "I know");
    await draft.flush();
    expect(server.read().fields.affirm).toMatchObject({ why: "I know", first_steps: "Ask Ruth" });
    expect(draft.read()).toMatchObject({ isNewerElsewhere: true, saveState: "saved" });
    expect(draft.read().values["affirm.first_steps"]).toBe("");
    draft.change("affirm.check_in_buddy", "Noor");
    draft.showNewer();
    expect(draft.read()).toMatchObject({ isNewerElsewhere: false, revision: 1 });
    expect(draft.read().values).toMatchObject({
      "affirm.why": "I know",
      "affirm.first_steps": "Ask Ruth",
      "affirm.check_in_buddy": "Noor",
    });
    await vi.runAllTimersAsync();
    expect(server.read().fields.affirm).toEqual({
      why: "I know",
      first_steps: "Ask Ruth",
      check_in_buddy: "Noor",
    });
  });

  test("editing the same field: the later edit wins, and what is typed here is not replaced without asking", async () => {
    const server = startServer();
    const { draft } = open(server);
    draft.change("prediction", "Mine");
    await draft.flush();
    draft.see(await server.elsewhere({ prediction: "Theirs" }));
    expect(draft.read()).toMatchObject({ isNewerElsewhere: true });
    expect(draft.read().values.prediction).toBe("Mine");
    draft.change("prediction", "Mine, later");
    await draft.flush();
    expect(server.read().prediction).toBe("Mine, later");
    expect(draft.read().isNewerElsewhere).toBe(false);
  });

  test("two tabs with the same text show no notice", async () => {
    const server = startServer();
    const { draft } = open(server);
    draft.see(await server.elsewhere({ path: "mentor" }));
    expect(draft.read().isNewerElsewhere).toBe(true);
    draft.change("path", "mentor");
    await draft.flush();
    expect(draft.read()).toMatchObject({ isNewerElsewhere: false, saveState: "saved" });
    expect(server.read().path).toBe("mentor");
  });
});

describe("what was kept in this browser", () => {
  const kept = { before: { prediction: "" }, values: { prediction: "Offline", gone: "x" } };

  test("is shown and saved the next time", async () => {
    const server = startServer();
    const { draft, left } = open(server, kept);
    expect(draft.read().values.prediction).toBe("Offline");
    await vi.runAllTimersAsync();
    expect(server.read().prediction).toBe("Offline");
    expect(left()).toBeUndefined();
  });

  test("waits for the person's decision if something newer was saved since", async () => {
    for (const choice of ["showNewer", "keepTyped"] as const) {
      const server = startServer({ ...empty, version: 4, prediction: "Newer" });
      const { draft, left } = open(server, kept);
      await vi.runAllTimersAsync();
      expect(server.save).not.toHaveBeenCalled();
      expect(draft.read()).toMatchObject({ saveState: "held", isNewerElsewhere: true });
      draft[choice]();
      await vi.runAllTimersAsync();
      const leftStanding = choice === "showNewer" ? "Newer" : "Offline";
      expect(draft.read()).toMatchObject({ saveState: "saved", isNewerElsewhere: false });
      expect(draft.read().values.prediction).toBe(leftStanding);
      expect(server.read().prediction).toBe(leftStanding);
      expect(left()).toBeUndefined();
    }
  });
});
