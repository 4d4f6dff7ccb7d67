import css from "./lazy-components.css?inline";

/** The stylesheet of everything after the first question. */
export const lazyCss: string = css;

/** Adds the stylesheet once to a page that was sent without it. */
export function addLazyStyles(): void {
  if (document.adoptedStyleSheets.length > 0) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(lazyCss);
  document.adoptedStyleSheets.push(sheet);
}
