/** Grows a field with its text if the browser can't do so by itself (`field-sizing: content`). */
export function fitHeight(field: HTMLTextAreaElement): void {
  if (typeof CSS === "undefined" || CSS.supports("field-sizing", "content")) return;
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
}
