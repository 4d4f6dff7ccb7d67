import { raw } from "hono/html";
import { colourProperties } from "./tokens.ts";

/** The logo with the name, for the few pages that are not part of the web build. */
export const wordmark = raw(
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.25" stroke-linecap="round" aria-hidden="true"><path class="margin-stem" d="M5.5 3.5v17"/><path d="M10.5 20.5v-17h3.75a5 5 0 0 1 0 10H10.5"/></svg><span>paraline</span>',
);

/**
 * The common style of the server's own pages. It is inlined, because they are not part of the web build and work
 * without it. Light and dark follow the system.
 */
export const plainPageCss = `
:root { color-scheme: light dark; ${colourProperties}
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, "Noto Serif", serif; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
header, main { max-width: var(--measure); margin: 0 auto; padding: 1.25rem clamp(1.125rem, 0.6rem + 2.4vw, 2.5rem); }
main { padding-bottom: 4rem; }
a { color: var(--accent); text-underline-offset: 0.2em; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 2px; }
.wordmark { display: inline-flex; align-items: center; gap: 0.3125rem; min-height: 2.75rem; color: inherit; text-decoration: none; font: 500 1.3125rem/1 var(--serif); letter-spacing: -0.02em; }
.wordmark svg { width: 1.5rem; height: 1.5rem; flex: none; margin: 0.125rem 0 0 -0.1875rem; }
.margin-stem { stroke: var(--margin); }
h1, h2 { letter-spacing: -0.014em; text-wrap: balance; }
`;
