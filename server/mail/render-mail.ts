import type { ReactElement } from "react";
import type { ComposedMail } from "./compose.ts";

/** A mail without its recipient's address. */
export type RenderedMail = Pick<ComposedMail, "subject" | "html" | "text">;

/** Renders an email as HTML and as plain text with the same content. */
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
        // If a link's text is its address, it is written only once.
        const [words] = element.children;
        const isAddress = words?.data !== undefined && new URL(href).host === words.data;
        if (!isAddress) walk(element.children, builder);
        builder.addInline(isAddress ? href : `: ${href}`, { noWordTransform: true });
      },
    },
  });
  return { subject, html, text: `${text.trim()}\n` };
}

/** The few types of html-to-text that are used here; the package has none of its own. */
interface TextElement {
  attribs: Record<string, string>;
  children: { data?: string }[];
}
type TextWalk = (children: TextElement["children"], builder: TextBuilder) => void;
interface TextBuilder {
  addInline(text: string, options?: { noWordTransform?: boolean }): void;
  addLineBreak(): void;
}
