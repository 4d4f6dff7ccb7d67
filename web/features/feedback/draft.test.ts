import { describe, expect, it, vi } from "vitest";
import { readDraft, saveDraft, saveField, savePlace } from "./draft.ts";
import { deleteStoredDraft, listWritten, saveSent } from "./sent-draft.ts";

const token = "k3Jd8sLq0ZpXv7Ym2RtB5nWcH1aEoU9f";
const draft = {
  fields: { "answer-1": "I see you" },
  submission_key: "5f1c7a52-6f0e-4d0b-9a53-0d4c8f9f7e21",
};

describe("a draft", () => {
  it("is kept for each link, and deleted only if exactly this is stored", () => {
    saveDraft(token, draft);
    expect(readDraft(token)).toEqual(draft);
    expect(readDraft(`${token}x`)).toBeUndefined();
    deleteStoredDraft(token, { "answer-1": "I see" });
    deleteStoredDraft(token, { ...draft.fields, "answer-2": "4" });
    expect(readDraft(token)).toEqual(draft);
    deleteStoredDraft(token, { ...draft.fields, "answer-3": "" });
    expect(readDraft(token)).toBeUndefined();
  });

  it("keeps each field as it was written last, and what the form has no field for", () => {
    saveField(token, "answer-1", { "answer-1": "One", "answer-2": "4" });
    // Another tab has not seen the rating yet, which was made in the first.
    saveField(token, "answer-3", { "answer-1": "", "answer-3": "Three" });
    saveField(token, "leave_out", { "answer-1": "One" });
    savePlace(token, 3);
    const fields = { "answer-1": "One", "answer-2": "4", "answer-3": "Three", leave_out: "" };
    expect(readDraft(token)).toEqual({ fields, question: 3 });
    const key = saveSent(token, { "answer-1": "One, sent" });
    expect(saveSent(token, { "answer-1": "One, sent" })).toBe(key);
    expect(readDraft(token)).toEqual({
      fields: { ...fields, "answer-1": "One, sent" },
      submission_key: key,
      question: 3,
    });
    saveField(token, "answer-1", { "answer-1": "More" });
    expect(readDraft(token)?.submission_key).toBeUndefined();
    expect(listWritten({ fields: { ...fields, "answer-1": "More" } })).toEqual([
      "More",
      "4",
      "Three",
    ]);
  });

  it("a draft of an open link is found by people who open it again and have another token", () => {
    const joinedBy = (circle: string, end: string) => `${circle}8${end.repeat(60)}`;
    saveDraft(joinedBy("ASNFZ4mrze8BI0VniavN7", "x"), draft);
    expect(readDraft(joinedBy("ASNFZ4mrze8BI0VniavN7", "y"))).toEqual(draft);
    expect(readDraft(joinedBy("BSNFZ4mrze8BI0VniavN7", "x"))).toBeUndefined();
  });

  it("contains neither the link itself nor enough of it to guess it", () => {
    saveDraft(token, draft);
    const kept = JSON.stringify(Object.entries(localStorage));
    for (let at = 0; at + 8 <= token.length; at += 1) {
      expect(kept).not.toContain(token.slice(at, at + 8));
    }
  });

  it("stored by another program is left alone", () => {
    saveDraft(token, draft);
    const [key = ""] = Object.keys(localStorage);
    for (const foreign of ["{", "null", "[]", '{"fields":{"a":1}}', '"text"']) {
      localStorage.setItem(key, foreign);
      expect(readDraft(token)).toBeUndefined();
    }
  });

  it("lasts as long as the page if the browser stores nothing", () => {
    const refuse = () => {
      throw new Error("storage is off");
    };
    const spies = (["getItem", "setItem", "removeItem"] as const).map((method) =>
      vi.spyOn(Storage.prototype, method).mockImplementation(refuse),
    );
    saveDraft(token, draft);
    expect(readDraft(token)).toEqual(draft);
    deleteStoredDraft(token, draft.fields);
    expect(readDraft(token)).toBeUndefined();
    for (const spy of spies) spy.mockRestore();
  });
});
