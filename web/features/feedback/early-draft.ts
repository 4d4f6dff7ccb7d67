/**
 * A short inline script that keeps what is typed before the page's script has loaded: under the key that the form
 * contains, in the format of draft.ts, which takes over once it is loaded. It also shows the question at which the person
 * was. If a form is posted without the script, the tab keeps its key for {@link postedDraftScript}, because the
 * connection may be lost before anything is stored. When the browser restores the page on Back, the server is asked for
 * the current state.
 */
export const earlyDraftScript = [
  "(form=>{",
  "let key=form.dataset.draft,kept,",
  "read=()=>{try{kept=JSON.parse(localStorage[key])}catch{kept=0}kept?.fields||(kept={fields:{}})},",
  "keep=submission_key=>localStorage[key]=JSON.stringify({...kept,submission_key});",
  "try{read();delete sessionStorage.posted;",
  "for(let field of form)if(field.name in kept.fields)",
  "if(field.type=='textarea')field.value||=kept.fields[field.name];",
  "else field.checked=field.value==kept.fields[field.name];",
  "if(kept.question>1&&!location.hash)location.replace('#q'+kept.question)}catch{}",
  "form.oninput=event=>{if(!form.dataset.live)try{read();let{name}=event.target;",
  "kept.fields[name]=new FormData(form).get(name)||'';keep()}catch{}};",
  "form.onsubmit=()=>{if(!form.dataset.live)try{read();keep(form.elements.submission_key.value);",
  "sessionStorage.posted=key}catch{}};",
  "onpageshow=event=>{if(event.persisted&&!form.dataset.live)location.reload()}",
  "})(document.forms[0])",
].join("");

/**
 * An inline script of the thank-you page, to which a posted form leads once it is stored. Deletes the form's draft,
 * unless it was changed in another tab since, and the tab's link.
 */
export const postedDraftScript = [
  "try{let key=sessionStorage.posted;",
  "if(key){delete sessionStorage.posted;delete sessionStorage.invite_token;",
  "if(JSON.parse(localStorage[key]).submission_key)delete localStorage[key]}}catch{}",
].join("");
