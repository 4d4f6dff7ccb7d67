import { beforeEach, describe, expect, it, vi } from "vitest";
import { isStarted, readFields, restoreFields } from "./form-fields.ts";

let form: HTMLFormElement;

beforeEach(() => {
  document.body.innerHTML = `<form>
    <input type="hidden" name="token" value="secret" />
    <input type="hidden" name="submission_key" value="key" />
    <textarea name="answer-1"></textarea>
    <input type="radio" name="answer-2" value="3" /><input type="radio" name="answer-2" value="4" />
    <input type="checkbox" name="leave_out" value="yes" />
  </form>`;
  form = document.querySelector("form") ?? document.createElement("form");
});

const text = () => form.querySelector("textarea") as HTMLTextAreaElement;

describe("the text in the form", () => {
  it("is read without token and key", () => {
    text().value = "Hello";
    expect(readFields(form)).toEqual({ "answer-1": "Hello" });
  });

  it("counts as started with a text, a rating or a choice", () => {
    expect(isStarted(readFields(form))).toBe(false);
    text().value = "H";
    expect(isStarted(readFields(form))).toBe(true);
  });
});

describe("restoring a draft", () => {
  it("fills texts, ratings and choices, and updates the fields' counters", () => {
    const listener = vi.fn();
    text().addEventListener("input", listener);
    const kept = { "answer-1": "Kept", "answer-2": "4", leave_out: "yes" };
    restoreFields(form, kept);
    expect(readFields(form)).toEqual(kept);
    expect(listener).toHaveBeenCalledOnce();
  });

  it("appends what was typed before the script loaded to the kept draft", () => {
    text().value = "New";
    restoreFields(form, { "answer-1": "Old" });
    expect(text().value).toBe("Old\nNew");
  });

  it("duplicates nothing", () => {
    text().value = "Old and more";
    restoreFields(form, { "answer-1": "Old" });
    expect(text().value).toBe("Old and more");
  });

  it("keeps a rating that was chosen since", () => {
    form.querySelector<HTMLInputElement>("[value='3']")?.click();
    restoreFields(form, { "answer-2": "4" });
    expect(readFields(form)).toMatchObject({ "answer-2": "3" });
  });
});
