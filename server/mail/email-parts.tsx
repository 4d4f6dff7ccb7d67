import { Fragment, type ReactNode } from "react";
import { light } from "#server/design/tokens.ts";
import { layout, mono, sans, serif, small } from "./email-styles.ts";

/** The subject of the email. An email begins with one heading and has no other. */
export function EmailHeading({ children }: { children: ReactNode }) {
  return (
    <h1
      className="pl-ink pl-heading"
      dir="auto"
      style={{
        textAlign: "start",
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

/** A paragraph. `isWritten`: a person wrote it, so its direction is that of its script. */
export function EmailText({
  isWritten = false,
  children,
}: {
  isWritten?: boolean;
  children: ReactNode;
}) {
  return (
    <p
      className="pl-ink"
      dir={isWritten ? "auto" : undefined}
      style={{
        textAlign: "start",
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

export function EmailHint({ children }: { children: ReactNode }) {
  return (
    <p className="pl-ink-2" style={{ ...small, margin: "0 0 12px", color: light.ink2 }}>
      {children}
    </p>
  );
}

/** Facts, each on a line of its own with its name and its value. `mark` is between them. */
export function EmailFacts({
  facts,
  mark = ": ",
}: {
  facts: readonly { name: string; value: string }[];
  mark?: string;
}) {
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
          <span className="pl-ink-3" style={{ color: light.ink3 }}>
            {name}
            {mark}
          </span>
          {value}
        </Fragment>
      ))}
    </p>
  );
}

/** The only call to action. Its full address is printed below it, for programs that show no buttons. */
export function EmailButton({ href, children }: { href: string; children: string }) {
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
                  color: light.onAccent,
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
        style={{ ...small, margin: "0 0 22px", color: light.ink3, wordBreak: "break-all" }}
      >
        {href}
      </p>
    </>
  );
}

export function EmailCode({ children }: { children: string }) {
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

export function EmailLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} data-text="link" style={{ color: "inherit", textDecoration: "underline" }}>
      {children}
    </a>
  );
}
