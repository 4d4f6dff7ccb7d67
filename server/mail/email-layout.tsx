import type { CSSProperties, ReactElement, ReactNode } from "react";
import { findTextDirection, type Language } from "#contract/languages.ts";
import { light } from "#server/design/tokens.ts";
import { layout, serif, small, stylesheet } from "./email-styles.ts";

/** Mail programs support tables and inline styles, but not custom properties. `preview` is shown beside the subject. */
export function EmailLayout({
  preview,
  footer,
  language = "en",
  children,
}: {
  preview: string;
  footer: ReactNode;
  /** The owner's emails are in English. */
  language?: Language;
  children: ReactNode;
}): ReactElement {
  const direction = findTextDirection(language);
  const isRtl = direction === "rtl";
  return (
    <html lang={language} dir={direction}>
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
                <table
                  {...layout}
                  width="100%"
                  // Some programs drop the attributes of the document.
                  lang={language}
                  dir={direction}
                  style={{ maxWidth: 600, textAlign: isRtl ? "right" : "left" }}
                >
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
                          padding: isRtl ? "36px 28px 38px 40px" : "36px 40px 38px 28px",
                        }}
                      >
                        <DoubleRule isRtl={isRtl}>{children}</DoubleRule>
                      </td>
                    </tr>
                    <tr>
                      <td
                        className="pl-ink-3"
                        style={{ ...small, padding: "18px 4px 0", color: light.ink3 }}
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

function DoubleRule({ isRtl, children }: { isRtl: boolean; children: ReactNode }) {
  return (
    <table {...layout} width="100%">
      <tbody>
        <tr>
          <td className="pl-margin" width={1} style={{ ...line, backgroundColor: light.margin }} />
          <td width={3} style={{ ...line, width: 3 }} />
          <td
            className="pl-grey"
            width={1}
            style={{ ...line, backgroundColor: light.ruleStrong }}
          />
          <td
            className="pl-rule"
            style={{ [isRtl ? "paddingRight" : "paddingLeft"]: 24, verticalAlign: "top" }}
          >
            {children}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

const line: CSSProperties = { width: 1, padding: 0, fontSize: 0, lineHeight: 0 };

/** The rose stem of the mark beside the name as text, because mail programs may block pictures. */
function Wordmark() {
  return (
    <table {...layout} dir="ltr" data-skip-in-text="true">
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
