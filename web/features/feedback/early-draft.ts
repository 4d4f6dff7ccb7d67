/** What draft.ts keeps, as far as the page needs it before its script has loaded. */
interface KeptDraft {
  fields: Record<string, string>;
  question?: number;
  submission_key?: string;
}

/** Runs in the page, as text: it may refer to nothing outside, and has its comments here. */
const keepEarlyDraft = (form: HTMLFormElement) => {
  const key = form.dataset.draft ?? "";
  let kept!: KeptDraft;
  const read = () => {
    kept = { fields: {} };
    try {
      const draft = JSON.parse(localStorage[key]);
      if (draft.fields) kept = draft;
    } catch {}
  };
  const keep = () => {
    localStorage[key] = JSON.stringify(kept);
  };
  try {
    read();
    delete sessionStorage.posted;
    for (const field of form.elements as Iterable<HTMLInputElement | HTMLTextAreaElement>) {
      const text = kept.fields[field.name];
      if (text === undefined) continue;
      if ("rows" in field) field.value ||= text;
      else field.checked = field.value === text;
    }
    if (kept.question && kept.question > 1 && !location.hash)
      location.replace(`#q${kept.question}`);
  } catch {}
  form.oninput = (event) => {
    if (form.dataset.live) return;
    try {
      read();
      const { name } = event.target as HTMLInputElement;
      kept.fields[name] = (new FormData(form).get(name) as string) || "";
      delete kept.submission_key;
      keep();
    } catch {}
  };
  form.onsubmit = () => {
    if (form.dataset.live) return;
    try {
      read();
      kept.submission_key = new FormData(form).get("submission_key") as string;
      keep();
      sessionStorage.posted = key;
    } catch {}
  };
  window.onpageshow = (event) => {
    if (event.persisted && !form.dataset.live) location.reload();
  };
};

/** Runs in the page, too. */
const deletePostedDraft = () => {
  try {
    const key = sessionStorage.posted;
    if (!key) return;
    delete sessionStorage.posted;
    delete sessionStorage.invite_token;
    if (JSON.parse(localStorage[key]).submission_key) delete localStorage[key];
  } catch {}
};

/** The source of a function without the spaces that a browser does not need. None of its texts may have such a space. */
const sourceOf = (code: (form: HTMLFormElement) => void) =>
  String(code).replace(/\s*([^\w"`$])\s*/g, "$1");

/**
 * A short inline script that keeps what is typed before the page's script has loaded: under the key that the form
 * contains, in the format of draft.ts, which takes over once it is loaded. It also shows the question at which the person
 * was. If a form is posted without the script, the tab keeps its key for {@link postedDraftScript}, because the
 * connection may be lost before anything is stored. When the browser restores the page on Back, the server is asked for
 * the current state.
 */
export const earlyDraftScript = `(${sourceOf(keepEarlyDraft)})(document.forms[0])`;

/**
 * An inline script of the thank-you page, to which a posted form leads once it is stored. Deletes the form's draft,
 * unless it was changed in another tab since, and the tab's link.
 */
export const postedDraftScript = `(${sourceOf(deletePostedDraft)})()`;
