import { raw } from "hono/html";

/** The mark and the name beside it, for the few pages that stand apart from the web build. */
export const wordmark = raw(
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.25" stroke-linecap="round" aria-hidden="true"><path class="margin-stem" d="M5.5 3.5v17"/><path d="M10.5 20.5v-17h3.75a5 5 0 0 1 0 10H10.5"/></svg><span>paraline</span>',
);

/** How it looks there; needs `--margin` and `--serif` of the page. */
export const wordmark_css = `
.wordmark { display: inline-flex; align-items: center; gap: 0.3125rem; min-height: 2.75rem; color: inherit; text-decoration: none; font: 500 1.3125rem/1 var(--serif); letter-spacing: -0.02em; }
.wordmark svg { width: 1.5rem; height: 1.5rem; flex: none; margin: 0.125rem 0 0 -0.1875rem; }
.margin-stem { stroke: var(--margin); }
`;
