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
const minifySource = (code: (form: HTMLFormElement) => void) =>
  String(code).replace(/\s*([^\w"`$])\s*/g, "$1");

/**
 * Keeps what is typed before the page's script has loaded, in the format of draft.ts. When a form is posted without the
 * script, the tab keeps its key for {@link postedDraftScript}, because the connection may be lost.
 */
export const earlyDraftScript = `(${minifySource(keepEarlyDraft)})(document.forms[0])`;

/** For the thank-you page of a posted form. A draft that was changed in another tab since stays. */
export const postedDraftScript = `(${minifySource(deletePostedDraft)})()`;
