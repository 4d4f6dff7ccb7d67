import { draftKey, readDraft } from "./draft.ts";
import { type FormFields, isChoice, setChecked, setText } from "./form-fields.ts";

/** Also when the browser shows this page again after it was left. Returns a function that ends this. */
export function followTabs(
  form: HTMLFormElement,
  inviteToken: string,
  onDraftDeleted: () => void,
): () => void {
  const takeOver = () => takeOverFields(form, readDraft(inviteToken)?.fields ?? {});
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key !== draftKey(inviteToken)) return;
    if (newValue === null) onDraftDeleted();
    else takeOver();
  };
  const showAgain = ({ persisted }: PageTransitionEvent) => {
    if (persisted) takeOver();
  };
  // What was kept while this was loading.
  takeOver();
  addEventListener("storage", follow);
  addEventListener("pageshow", showAgain);
  return () => {
    removeEventListener("storage", follow);
    removeEventListener("pageshow", showAgain);
  };
}

function takeOverFields(form: HTMLFormElement, kept: FormFields): void {
  for (const element of form.elements) {
    if (element instanceof HTMLTextAreaElement) {
      setText(element, kept[element.name] ?? element.value);
    } else if (element instanceof HTMLInputElement && isChoice(element) && element.name in kept) {
      setChecked(element, kept[element.name] === element.value);
    }
  }
}
