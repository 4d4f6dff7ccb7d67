import { formFields } from "#contract/pages.ts";

/** Texts and choices by the form's field names. */
export type FormFields = Readonly<Record<string, string>>;

const pageOnlyFields: ReadonlySet<string> = new Set([
  formFields.action,
  formFields.invite_token,
  formFields.language,
  formFields.submission_key,
  formFields.consented_processor,
]);

/** Every field that a person can change, by name, read from the document, because the fields are uncontrolled. */
export function readFields(form: HTMLFormElement): FormFields {
  const fields: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && !pageOnlyFields.has(name)) fields[name] = value;
  }
  return fields;
}

/** The answers among them, by question id. */
export function toAnswers(fields: FormFields): Record<string, string> {
  const answers: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) {
    const [, id] = formFields.answerPattern.exec(name) ?? [];
    if (id !== undefined) answers[id] = value;
  }
  return answers;
}

/** Whether anything was written, rated or chosen. */
export function isStarted(fields: FormFields): boolean {
  return Object.values(fields).some((value) => value !== "");
}

/** Whether both contain the same values. An empty field counts as none. */
export function isSame(fields: FormFields, others: FormFields): boolean {
  return [fields, others].every((some) =>
    Object.keys(some).every((name) => (fields[name] ?? "") === (others[name] ?? "")),
  );
}

/** Text typed before the script loaded stays, below the kept text. Changed fields fire an input event. */
export function restoreFields(form: HTMLFormElement, kept: FormFields): void {
  const typed = readFields(form);
  for (const element of form.elements) {
    if (element instanceof HTMLTextAreaElement) {
      setText(element, mergeTexts(kept[element.name] ?? "", typed[element.name] ?? ""));
    } else if (element instanceof HTMLInputElement && isChoice(element)) {
      if (kept[element.name] !== element.value) continue;
      if (element.type === "radio" && isChosenByHand(form, element.name)) continue;
      setChecked(element, true);
    }
  }
}

/** Whether an input event reports a value that is in the draft already. */
export function isFromDraft({ detail }: Event & { detail?: unknown }): boolean {
  return detail === "draft";
}

export function setText(element: HTMLTextAreaElement, text: string): void {
  if (text === element.value) return;
  element.value = text;
  reportInput(element);
}

export function setChecked(element: HTMLInputElement, checked: boolean): void {
  if (checked === element.checked) return;
  element.checked = checked;
  reportInput(element);
}

function reportInput(element: HTMLElement): void {
  element.dispatchEvent(new CustomEvent("input", { bubbles: true, detail: "draft" }));
}

export function isChoice(input: HTMLInputElement): boolean {
  return input.type === "radio" || input.type === "checkbox";
}

function mergeTexts(kept: string, typed: string): string {
  if (typed.trim() === "" || kept.includes(typed)) return kept === "" ? typed : kept;
  return kept === "" || typed.includes(kept) ? typed : `${kept}\n${typed}`;
}

function isChosenByHand(form: HTMLFormElement, name: string): boolean {
  return Array.from(form.elements).some(
    (element) =>
      element instanceof HTMLInputElement &&
      element.name === name &&
      element.checked &&
      !element.defaultChecked,
  );
}
