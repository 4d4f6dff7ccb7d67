import { plainPageCss } from "#server/design/plain-page.ts";

export const outboxCss = `${plainPageCss}
:root { --measure: 52rem; }
h1 { margin: 0.5rem 0; font: 400 clamp(1.75rem, 1.55rem + 1vw, 2.375rem)/1.16 var(--serif); overflow-wrap: anywhere; }
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
