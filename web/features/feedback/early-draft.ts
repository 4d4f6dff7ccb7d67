/**
 * A short inline script that keeps what is typed before the page's script has loaded: under the key that the form
 * contains, in the format of draft.ts, which takes over once it is loaded. If a form is posted without the script, the
 * tab keeps its key for {@link postedDraftScript}, because the connection may be lost before anything is stored. When
 * the browser restores the page on Back, the server is asked for the current state.
 */
export const earlyDraftScript = [
  "(form=>{",
  "let key=form.dataset.draft,fields;",
  "try{delete sessionStorage.posted;fields=JSON.parse(localStorage[key]).fields;",
  "for(let field of form)if(field.name in fields)",
  "if(field.type=='textarea')field.value||=fields[field.name];",
  "else field.checked=field.value==fields[field.name]}catch{}",
  "form.oninput=()=>{if(!form.dataset.live)try{fields={};",
  "for(let[name,text]of new FormData(form))if(form.elements[name].type!='hidden')fields[name]=text;",
  "localStorage[key]=JSON.stringify({fields})}catch{}};",
  "form.onsubmit=()=>{if(!form.dataset.live)try{sessionStorage.posted=key}catch{}};",
  "onpageshow=event=>{if(event.persisted&&!form.dataset.live)location.reload()}",
  "})(document.forms[0])",
].join("");

/** An inline script of the thank-you page, to which a posted form leads once it is stored. Deletes the form's draft. */
export const postedDraftScript =
  "try{delete localStorage[sessionStorage.posted];delete sessionStorage.posted}catch{}";
