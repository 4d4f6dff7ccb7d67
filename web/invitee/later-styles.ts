import css from "./later-components.css?inline";

/** The stylesheet of everything after the first question. */
export const laterCss: string = css;

/** Adds it to a page that was sent without it, once. */
export function addLaterStyles(): void {
  if (document.adoptedStyleSheets.length > 0) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(laterCss);
  document.adoptedStyleSheets.push(sheet);
}
