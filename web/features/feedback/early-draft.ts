/**
 * The few lines, inline in the page, that keep what is typed before its script has loaded: under the key that the form
 * contains, in the format of draft.ts, which takes over once it is loaded. A form that is posted without the script no
 * longer needs its draft; and when the browser restores the page on Back, the server is asked for its current state.
 */
export const earlyDraft = [
  "(form=>{",
  "let key=form.dataset.draft,fields;",
  "try{fields=JSON.parse(localStorage[key]).fields;",
  "for(let field of form)if(field.name in fields)",
  "if(field.type=='textarea')field.value||=fields[field.name];",
  "else field.checked=field.value==fields[field.name]}catch{}",
  "form.oninput=()=>{if(!form.dataset.live)try{fields={};",
  "for(let[name,text]of new FormData(form))if(form.elements[name].type!='hidden')fields[name]=text;",
  "localStorage[key]=JSON.stringify({fields})}catch{}};",
  "form.onsubmit=()=>{if(!form.dataset.live)try{delete localStorage[key]}catch{}};",
  "onpageshow=event=>{if(event.persisted&&!form.dataset.live)location.reload()}",
  "})(document.forms[0])",
].join("");
