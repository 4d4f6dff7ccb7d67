import { plainPageCss } from "#server/design/plain-page.ts";

/**
 * The styles of the test provider's page. It looks different from the product's own, as a real provider's page
 * would.
 */
export const testPageCss = `${plainPageCss}
:root { --measure: 34rem; }
.marked { margin: 0 0 2rem; padding: 0.75rem 1rem; border-radius: 6px; background: var(--ochre-wash); color: var(--ochre); }
.failed { margin: 1.5rem 0; padding: 0.75rem 1rem; border-radius: 6px; background: var(--danger-wash); color: var(--danger); }
.sheet { margin: 0 0 1.5rem; padding: clamp(1.25rem, 1rem + 1.5vw, 2rem); border: 1px solid var(--rule); border-radius: 10px; background: var(--sheet); }
h1, h2 { margin: 0 0 0.5rem; font: 400 clamp(1.5rem, 1.4rem + 0.6vw, 1.875rem)/1.2 var(--serif); }
h2 { font-size: 1.25rem; }
p { margin: 0 0 0.75rem; color: var(--ink-2); }
.amount { margin: 0 0 1.5rem; color: var(--ink); }
.amount b { font: 400 2.75rem/1.1 var(--serif); font-variant-numeric: lining-nums tabular-nums; }
form { display: flex; flex-wrap: wrap; gap: 0.75rem; }
.sheet form + form { margin-top: 0.75rem; }
button { min-height: 48px; padding: 0.5rem 1.25rem; border: 1px solid var(--rule-strong); border-radius: 6px; background: transparent; color: var(--ink); font: inherit; font-weight: 600; cursor: pointer; }
button.first { flex: 1 1 100%; border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
button:not(.first) { flex: 1 1 auto; }
button:hover { border-color: var(--accent); }
`;
