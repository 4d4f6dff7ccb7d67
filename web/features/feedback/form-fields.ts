import { formFields } from "#contract/pages.ts";

/** Texts and choices by the form's field names. */
export type FormFields = Readonly<Record<string, string>>;

const pageOnlyFields: ReadonlySet<string> = new Set([
  formFields.action,
  formFields.invite_token,
  formFields.submission_key,
  formFields.insights_by,
]);

/** Every field that a person can change, by name, read from the document, because the fields are uncontrolled. */
export function readFields(form: HTMLFormElement): FormFields {
  const fields: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && !pageOnlyFields.has(name)) fields[name] = value;
  }
  return fields;
}

/** Whether anything was written, rated or chosen. */
export function isStarted(fields: FormFields): boolean {
  return Object.values(fields).some((value) => value !== "");
}

/** Whether both contain the same values. Fields are in the order of the form. */
export function isSame(fields: FormFields, others: FormFields | undefined): boolean {
  return JSON.stringify(fields) === JSON.stringify(others);
}

/**
 * Restores the kept values into the form. Text typed before the script loaded stays, below the kept text, if the two
 * differ. Changed fields fire an input event, for their counters.
 */
export function restoreFields(form: HTMLFormElement, kept: FormFields): void {
  const typed = readFields(form);
  for (const element of form.elements) {
    if (element instanceof HTMLTextAreaElement) {
      const text = mergeTexts(kept[element.name] ?? "", typed[element.name] ?? "");
      if (text === element.value) continue;
      element.value = text;
    } else if (element instanceof HTMLInputElement && isChoice(element)) {
      const chosen = kept[element.name];
      if (element.checked || chosen !== element.value) continue;
      if (element.type === "radio" && isChosenByHand(form, element.name)) continue;
      element.checked = true;
    } else continue;
    element.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

function mergeTexts(kept: string, typed: string): string {
  if (typed.trim() === "" || kept.includes(typed)) return kept === "" ? typed : kept;
  return kept === "" || typed.includes(kept) ? typed : `${kept}\n${typed}`;
}

function isChoice(input: HTMLInputElement): boolean {
  return input.type === "radio" || input.type === "checkbox";
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
