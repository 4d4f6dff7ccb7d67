import css from "./later.css?inline";

/** The stylesheet of what comes after the first question. */
export const later_css: string = css;

/** Adds it to a page that came without; once is enough. */
export function addLaterStyles(): void {
  if (document.adoptedStyleSheets.length > 0) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(later_css);
  document.adoptedStyleSheets.push(sheet);
}
