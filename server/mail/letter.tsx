import { type CSSProperties, Fragment, type ReactElement, type ReactNode } from "react";

/**
 * The frame and the parts of every mail. Mail programs know tables and inline styles; the classes exist only for the
 * dark values, which those that know the media query take up and the others never see.
 */

const serif = "'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, 'Noto Serif', serif";
const sans = "'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
const mono = "ui-monospace, 'SF Mono', Menlo, Consolas, 'Roboto Mono', monospace";

/** The values of the design's tokens, because mail programs know no custom properties. */
const light = {
  paper: "#f9f6ef",
  sheet: "#fffefa",
  well: "#f1ede2",
  ink: "#1c2636",
  ink_2: "#454e5e",
  ink_3: "#5f6673",
  rule: "#e0dacc",
  rule_strong: "#868172",
  accent: "#24457a",
  on_accent: "#ffffff",
  margin: "#b0405a",
} as const;

const dark = {
  paper: "#13171e",
  sheet: "#1b212a",
  well: "#0e1217",
  ink: "#ede7da",
  ink_2: "#c3bfb5",
  ink_3: "#9c9a94",
  rule: "#2e3541",
  rule_strong: "#747b88",
  accent: "#afc8ee",
  on_accent: "#0f1e36",
  margin: "#d9788c",
} as const;

const stylesheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 0; width: 100%; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
a { color: inherit; }
@media (max-width: 480px) {
  .pl-outer { padding: 20px 12px 28px !important; }
  .pl-inner { padding: 26px 20px 28px 16px !important; }
  .pl-rule { padding-left: 14px !important; }
  .pl-heading { font-size: 23px !important; line-height: 30px !important; }
}
@media (prefers-color-scheme: dark) {
  .pl-paper { background-color: ${dark.paper} !important; }
  .pl-sheet { background-color: ${dark.sheet} !important; border-color: ${dark.rule} !important; }
  .pl-well { background-color: ${dark.well} !important; border-color: ${dark.rule} !important; }
  .pl-ink { color: ${dark.ink} !important; }
  .pl-ink-2 { color: ${dark.ink_2} !important; }
  .pl-ink-3 { color: ${dark.ink_3} !important; }
  .pl-margin { background-color: ${dark.margin} !important; }
  .pl-grey { background-color: ${dark.rule_strong} !important; }
  .pl-line { border-color: ${dark.rule} !important; }
  .pl-button { background-color: ${dark.accent} !important; }
  .pl-button a { color: ${dark.on_accent} !important; }
  .pl-accent { color: ${dark.accent} !important; }
}`;

/** @param preview what mail programs show beside the subject; the first words of the letter if there were none */
export function Letter({
  preview,
  footer,
  children,
}: {
  preview: string;
  /** Said in small print under the sheet: why this mail came, and how to have no more of them. */
  footer: ReactNode;
  children: ReactNode;
}): ReactElement {
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>Paraline</title>
        <style>{stylesheet}</style>
      </head>
      <body className="pl-paper" style={{ margin: 0, padding: 0, backgroundColor: light.paper }}>
        <div
          data-skip-in-text="true"
          style={{
            display: "none",
            overflow: "hidden",
            maxHeight: 0,
            lineHeight: "1px",
            opacity: 0,
          }}
        >
          {preview}
          {"\u00a0\u200c".repeat(80)}
        </div>
        <table
          {...layout}
          width="100%"
          className="pl-paper"
          style={{ backgroundColor: light.paper }}
        >
          <tbody>
            <tr>
              <td align="center" className="pl-outer" style={{ padding: "36px 24px 44px" }}>
                <table {...layout} width="100%" style={{ maxWidth: 600, textAlign: "left" }}>
                  <tbody>
                    <tr>
                      <td style={{ padding: "0 4px 16px" }}>
                        <Wordmark />
                      </td>
                    </tr>
                    <tr>
                      <td
                        className="pl-sheet pl-inner"
                        style={{
                          backgroundColor: light.sheet,
                          border: `1px solid ${light.rule}`,
                          borderRadius: 10,
                          padding: "36px 40px 38px 28px",
                        }}
                      >
                        <DoubleRule>{children}</DoubleRule>
                      </td>
                    </tr>
                    <tr>
                      <td
                        className="pl-ink-3"
                        style={{ ...small, padding: "18px 4px 0", color: light.ink_3 }}
                      >
                        {footer}
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}

/** What the letter is about; one of them, first. */
export function LetterHeading({ children }: { children: ReactNode }) {
  return (
    <h1
      className="pl-ink pl-heading"
      style={{
        margin: "0 0 18px",
        fontFamily: serif,
        fontSize: 27,
        lineHeight: "34px",
        fontWeight: 400,
        letterSpacing: "-0.012em",
        wordBreak: "break-word",
        color: light.ink,
      }}
    >
      {children}
    </h1>
  );
}

/** A paragraph of the letter itself. */
export function LetterText({ children }: { children: ReactNode }) {
  return (
    <p
      className="pl-ink"
      style={{
        margin: "0 0 16px",
        fontFamily: serif,
        fontSize: 17,
        lineHeight: "28px",
        wordBreak: "break-word",
        color: light.ink,
      }}
    >
      {children}
    </p>
  );
}

/** Said more quietly: conditions, times, what to do otherwise. */
export function LetterHint({ children }: { children: ReactNode }) {
  return (
    <p className="pl-ink-2" style={{ ...small, margin: "0 0 12px", color: light.ink_2 }}>
      {children}
    </p>
  );
}

/** Facts, a line each: what they are called, and what they are. */
export function LetterFacts({ facts }: { facts: readonly { name: string; value: string }[] }) {
  return (
    <p
      className="pl-ink pl-line"
      style={{
        ...small,
        margin: "22px 0",
        padding: "14px 0",
        lineHeight: "25px",
        color: light.ink,
        borderTop: `1px solid ${light.rule}`,
        borderBottom: `1px solid ${light.rule}`,
      }}
    >
      {facts.map(({ name, value }, index) => (
        <Fragment key={name}>
          {index > 0 && <br />}
          <span className="pl-ink-3" style={{ color: light.ink_3 }}>
            {name}:{" "}
          </span>
          {value}
        </Fragment>
      ))}
    </p>
  );
}

/** The one thing to do. Its address stands below it in full, for programs that show no buttons. */
export function LetterButton({ href, children }: { href: string; children: string }) {
  return (
    <>
      <table {...layout} style={{ margin: "26px 0 14px" }}>
        <tbody>
          <tr>
            <td
              className="pl-button"
              style={{ backgroundColor: light.accent, borderRadius: 6, textAlign: "center" }}
            >
              <a
                href={href}
                data-text="button"
                style={{
                  display: "inline-block",
                  padding: "14px 26px",
                  fontFamily: sans,
                  fontSize: 16,
                  lineHeight: "20px",
                  fontWeight: 600,
                  color: light.on_accent,
                  textDecoration: "none",
                }}
              >
                {children}
              </a>
            </td>
          </tr>
        </tbody>
      </table>
      <p
        data-skip-in-text="true"
        className="pl-ink-3"
        style={{ ...small, margin: "0 0 22px", color: light.ink_3, wordBreak: "break-all" }}
      >
        {href}
      </p>
    </>
  );
}

/** A code to type elsewhere. */
export function LetterCode({ children }: { children: string }) {
  return (
    <p
      className="pl-well pl-ink"
      style={{
        margin: "22px 0",
        padding: "16px 20px",
        fontFamily: mono,
        fontSize: 28,
        lineHeight: "34px",
        letterSpacing: "0.16em",
        textAlign: "center",
        color: light.ink,
        backgroundColor: light.well,
        border: `1px solid ${light.rule}`,
        borderRadius: 6,
      }}
    >
      {children}
    </p>
  );
}

/** A link inside a sentence or the small print. */
export function LetterLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} data-text="link" style={{ color: "inherit", textDecoration: "underline" }}>
      {children}
    </a>
  );
}

/** Renders a mail as HTML and as the plain text that says the same. */
export async function renderMail(letter: ReactElement): Promise<{ html: string; text: string }> {
  const { render, toPlainText } = await import("@react-email/render");
  const html = await render(letter);
  const text = toPlainText(html, {
    selectors: [
      { selector: "h1", options: { uppercase: false } },
      { selector: 'a[data-text="button"]', format: "button" },
      { selector: 'a[data-text="link"]', format: "link" },
    ],
    formatters: {
      button(element: TextElement, walk: TextWalk, builder: TextBuilder) {
        walk(element.children, builder);
        builder.addInline(":");
        builder.addLineBreak();
        builder.addInline(String(element.attribs.href), { noWordTransform: true });
      },
      link(element: TextElement, walk: TextWalk, builder: TextBuilder) {
        const href = String(element.attribs.href);
        // A link that already reads like its address is written once.
        const [words] = element.children;
        const is_address = words?.data !== undefined && new URL(href).host === words.data;
        if (!is_address) walk(element.children, builder);
        builder.addInline(is_address ? href : `: ${href}`, { noWordTransform: true });
      },
    },
  });
  return { html, text: `${text.trim()}\n` };
}

/** The little that is used of html-to-text, which brings no types of its own. */
interface TextElement {
  attribs: Record<string, string>;
  children: { data?: string }[];
}
type TextWalk = (children: TextElement["children"], builder: TextBuilder) => void;
interface TextBuilder {
  addInline(text: string, options?: { noWordTransform?: boolean }): void;
  addLineBreak(): void;
}

const layout = { role: "presentation", cellPadding: 0, cellSpacing: 0, border: 0 } as const;

const small: CSSProperties = { fontFamily: sans, fontSize: 14, lineHeight: "21px" };

/** One line is theirs, the other walks beside it: the left margin of a letter. */
function DoubleRule({ children }: { children: ReactNode }) {
  return (
    <table {...layout} width="100%">
      <tbody>
        <tr>
          <td className="pl-margin" width={1} style={{ ...line, backgroundColor: light.margin }} />
          <td width={3} style={{ ...line, width: 3 }} />
          <td
            className="pl-grey"
            width={1}
            style={{ ...line, backgroundColor: light.rule_strong }}
          />
          <td className="pl-rule" style={{ paddingLeft: 24, verticalAlign: "top" }}>
            {children}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

const line: CSSProperties = { width: 1, padding: 0, fontSize: 0, lineHeight: 0 };

/** The mark's rose stem beside the name in live text: no picture to load, none to be blocked. */
function Wordmark() {
  return (
    <table {...layout} data-skip-in-text="true">
      <tbody>
        <tr>
          <td
            className="pl-margin"
            width={2}
            style={{ ...line, width: 2, backgroundColor: light.margin, borderRadius: 1 }}
          />
          <td
            className="pl-ink"
            style={{
              paddingLeft: 6,
              fontFamily: serif,
              fontSize: 22,
              lineHeight: "24px",
              letterSpacing: "-0.02em",
              color: light.ink,
            }}
          >
            paraline
          </td>
        </tr>
      </tbody>
    </table>
  );
}
