import type { CSSProperties } from "react";
import { dark } from "#server/design/tokens.ts";

export const serif =
  "'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, 'Noto Serif', serif";
export const sans = "'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
export const mono = "ui-monospace, 'SF Mono', Menlo, Consolas, 'Roboto Mono', monospace";

/** The classes exist only for dark mode and for narrow screens; mail programs without media queries ignore them. */
export const stylesheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 0; width: 100%; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
a { color: inherit; }
@media (max-width: 480px) {
  .pl-outer { padding: 20px 12px 28px !important; }
  .pl-inner { padding: 26px 20px 28px 16px !important; }
  .pl-rule { padding-left: 14px !important; }
  .pl-heading { font-size: 23px !important; line-height: 30px !important; }
  [dir="rtl"] .pl-inner { padding: 26px 16px 28px 20px !important; }
  [dir="rtl"] .pl-rule { padding-left: 0 !important; padding-right: 14px !important; }
}
:lang(ar) .pl-heading { letter-spacing: normal !important; }
@media (prefers-color-scheme: dark) {
  .pl-paper { background-color: ${dark.paper} !important; }
  .pl-sheet { background-color: ${dark.sheet} !important; border-color: ${dark.rule} !important; }
  .pl-well { background-color: ${dark.well} !important; border-color: ${dark.rule} !important; }
  .pl-ink { color: ${dark.ink} !important; }
  .pl-ink-2 { color: ${dark.ink2} !important; }
  .pl-ink-3 { color: ${dark.ink3} !important; }
  .pl-margin { background-color: ${dark.margin} !important; }
  .pl-grey { background-color: ${dark.ruleStrong} !important; }
  .pl-line { border-color: ${dark.rule} !important; }
  .pl-button { background-color: ${dark.accent} !important; }
  .pl-button a { color: ${dark.onAccent} !important; }
  .pl-accent { color: ${dark.accent} !important; }
}`;

export const layout = { role: "presentation", cellPadding: 0, cellSpacing: 0, border: 0 } as const;

export const small: CSSProperties = { fontFamily: sans, fontSize: 14, lineHeight: "21px" };
