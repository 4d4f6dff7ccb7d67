import { wordmark_css } from "./wordmark.ts";

/** The look of the outbox page, inlined: it stands apart from the web build and works without it. */
export const outbox_css = `
:root { color-scheme: light dark;
  --paper: light-dark(#f9f6ef, #13171e); --sheet: light-dark(#fffefa, #1b212a); --ink: light-dark(#1c2636, #ede7da);
  --ink-2: light-dark(#454e5e, #c3bfb5); --ink-3: light-dark(#5f6673, #9c9a94); --rule: light-dark(#e0dacc, #2e3541);
  --accent: light-dark(#24457a, #afc8ee); --margin: light-dark(#b0405a, #d9788c); --focus: light-dark(#2457b8, #8fb8ff);
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, "Noto Serif", serif; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
header, main { max-width: 52rem; margin: 0 auto; padding: 1.25rem clamp(1.125rem, 0.6rem + 2.4vw, 2.5rem); }
main { padding-bottom: 4rem; }
a { color: var(--accent); text-underline-offset: 0.2em; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 2px; }
${wordmark_css}h1 { margin: 0.5rem 0; font: 400 clamp(1.75rem, 1.55rem + 1vw, 2.375rem)/1.16 var(--serif); letter-spacing: -0.014em; text-wrap: balance; overflow-wrap: anywhere; }
.hint, .empty, time, .to { color: var(--ink-3); font-size: 0.9375rem; }
.empty { margin-top: 2rem; }
.mails { list-style: none; margin: 2rem 0 0; padding: 0; border-top: 1px solid var(--rule); }
.mails li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.125rem 1rem; padding: 0.875rem 0; border-bottom: 1px solid var(--rule); }
.mails a { flex: 1 0 100%; padding: 0.25rem 0; font: 450 1.125rem/1.4 var(--serif); overflow-wrap: anywhere; }
.to { overflow-wrap: anywhere; }
nav { display: flex; gap: 1.5rem; margin: 1.5rem 0 1rem; border-bottom: 1px solid var(--rule); }
nav a { display: block; padding: 0.75rem 0; color: var(--ink-2); text-decoration: none; }
nav a[aria-current] { color: var(--ink); font-weight: 600; box-shadow: 0 2px 0 var(--accent); }
iframe { display: block; width: 100%; height: max(36rem, 78vh); border: 1px solid var(--rule); border-radius: 10px; background: var(--paper); }
pre, dl { margin: 0; padding: 1.25rem; border: 1px solid var(--rule); border-radius: 10px; background: var(--sheet); font: 0.9375rem/1.6 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
dl { white-space: normal; } dt { color: var(--ink-3); } dd { margin: 0 0 0.75rem; }
`;
