import type { ReactElement } from "react";
import type { ComposedMail } from "./compose.ts";

/** A mail before it has an address to go to. */
export type RenderedMail = Pick<ComposedMail, "subject" | "html" | "text">;

/** Renders an email as HTML and as the plain text that says the same. */
export async function renderMail(subject: string, element: ReactElement): Promise<RenderedMail> {
  const { render, toPlainText } = await import("@react-email/render");
  const html = await render(element);
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
        const isAddress = words?.data !== undefined && new URL(href).host === words.data;
        if (!isAddress) walk(element.children, builder);
        builder.addInline(isAddress ? href : `: ${href}`, { noWordTransform: true });
      },
    },
  });
  return { subject, html, text: `${text.trim()}\n` };
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
