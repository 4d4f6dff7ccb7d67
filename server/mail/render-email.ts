import type { DomNode } from "html-to-text";
import type { ReactElement } from "react";
import { openOnce } from "#server/system/open-once.ts";
import type { ComposedEmail } from "./compose.ts";

export type RenderedEmail = Pick<ComposedEmail, "subject" | "html" | "text">;

/** Preparing the selectors takes longer than making an email's text with them, so it is done once. */
const openRenderers = openOnce(loadRenderers);

/** Renders an email as HTML and as plain text with the same content. */
export async function renderEmail(subject: string, element: ReactElement): Promise<RenderedEmail> {
  const { render, toPlainText } = await openRenderers();
  const html = await render(element);
  return { subject, html, text: `${toPlainText(html).trim()}\n` };
}

async function loadRenderers() {
  const [{ render, plainTextSelectors }, { compile }] = await Promise.all([
    import("@react-email/render"),
    import("html-to-text"),
  ]);
  const toPlainText = compile({
    wordwrap: false,
    selectors: [
      ...plainTextSelectors,
      { selector: "h1", options: { uppercase: false } },
      { selector: 'a[data-text="button"]', format: "button" },
      { selector: 'a[data-text="link"]', format: "link" },
    ],
    formatters: {
      button(element: DomNode, walk, builder) {
        walk(element.children, builder);
        builder.addInline(":");
        builder.addLineBreak();
        builder.addInline(String(element.attribs?.href), { noWordTransform: true });
      },
      link(element: DomNode, walk, builder) {
        const href = String(element.attribs?.href);
        // If a link's text is its address, it is written only once.
        const [words] = element.children ?? [];
        const isAddress = words?.data !== undefined && new URL(href).host === words.data;
        if (!isAddress) walk(element.children, builder);
        builder.addInline(isAddress ? href : `: ${href}`, { noWordTransform: true });
      },
    },
  });
  return { render, toPlainText };
}
