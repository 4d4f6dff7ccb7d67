import { wordmark_css } from "#server/mail/wordmark.ts";

/** The look of the test provider's pages, inlined: they stand apart from the web build, as a real provider's would. */
export const test_pages_css = `
:root { color-scheme: light dark;
  --paper: light-dark(#f9f6ef, #13171e); --sheet: light-dark(#fffefa, #1b212a); --ink: light-dark(#1c2636, #ede7da);
  --ink-2: light-dark(#454e5e, #c3bfb5); --rule: light-dark(#e0dacc, #2e3541); --rule-strong: light-dark(#868172, #747b88);
  --accent: light-dark(#24457a, #afc8ee); --on-accent: light-dark(#ffffff, #0f1e36); --margin: light-dark(#b0405a, #d9788c);
  --focus: light-dark(#2457b8, #8fb8ff); --ochre: light-dark(#74510e, #e2be78); --ochre-wash: light-dark(#f6ecd5, #33290f);
  --danger: light-dark(#a02c1c, #f2a393); --danger-wash: light-dark(#fae8e3, #3a1f1b);
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, "Noto Serif", serif; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
header, main { max-width: 34rem; margin: 0 auto; padding: 1.25rem clamp(1.125rem, 0.6rem + 2.4vw, 2.5rem); }
main { padding-bottom: 4rem; }
a { color: var(--accent); text-underline-offset: 0.2em; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 2px; }
${wordmark_css}.marked { margin: 0 0 2rem; padding: 0.75rem 1rem; border-radius: 6px; background: var(--ochre-wash); color: var(--ochre); }
.failed { margin: 1.5rem 0; padding: 0.75rem 1rem; border-radius: 6px; background: var(--danger-wash); color: var(--danger); }
.sheet { margin: 0 0 1.5rem; padding: clamp(1.25rem, 1rem + 1.5vw, 2rem); border: 1px solid var(--rule); border-radius: 10px; background: var(--sheet); }
h1, h2 { margin: 0 0 0.5rem; font: 400 clamp(1.5rem, 1.4rem + 0.6vw, 1.875rem)/1.2 var(--serif); letter-spacing: -0.014em; text-wrap: balance; }
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
