import { describe, expect, it, vi } from "vitest";
import { deleteDraft, readDraft, saveDraft } from "./draft.ts";

const token = "k3Jd8sLq0ZpXv7Ym2RtB5nWcH1aEoU9f";
const draft = {
  fields: { "answer-1": "I see you" },
  submission_key: "5f1c7a52-6f0e-4d0b-9a53-0d4c8f9f7e21",
};

describe("a draft", () => {
  it("is kept for each link and gone when it is removed", () => {
    saveDraft(token, draft);
    expect(readDraft(token)).toEqual(draft);
    expect(readDraft(`${token}x`)).toBeUndefined();
    deleteDraft(token);
    expect(readDraft(token)).toBeUndefined();
  });

  it("of an open link is found by people who open it again and have another token", () => {
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

  it("is simply missing if the browser stores nothing", () => {
    const refuse = () => {
      throw new Error("storage is off");
    };
    const spies = (["getItem", "setItem", "removeItem"] as const).map((method) =>
      vi.spyOn(Storage.prototype, method).mockImplementation(refuse),
    );
    saveDraft(token, draft);
    expect(readDraft(token)).toBeUndefined();
    deleteDraft(token);
    for (const spy of spies) spy.mockRestore();
  });
});
