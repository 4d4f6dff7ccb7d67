import { type Options, toMarkdown } from "mdast-util-to-markdown";

type Root = Extract<Parameters<typeof toMarkdown>[0], { type: "root" }>;
type Block = Root["children"][number];

/** People write what GitHub's dialect reads as markup, besides CommonMark's: strikethrough and tables. */
const gfm: Options = {
  unsafe: ["~", "|"].map((character) => ({ character, inConstruct: "phrasing" })),
};

/** Nothing in a text becomes a link, a heading, a list or HTML, whoever wrote it. */
export function writeMarkdown(blocks: readonly Block[]): string {
  const root: Root = { type: "root", children: [...blocks] };
  return toMarkdown(root, { bullet: "-", extensions: [gfm] });
}

export function markdownHeading(depth: 1 | 2 | 3, text: string): Block {
  return { type: "heading", depth, children: [{ type: "text", value: toOneLine(text) }] };
}

export function markdownParagraphs(text: string): Block[] {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim());
  const paragraphs = lines.join("\n").split(/\n{2,}/);
  return paragraphs.flatMap((paragraph) => {
    const written = paragraph.split("\n").filter((line) => line !== "");
    const children = written.flatMap((value, index) => [
      ...(index > 0 ? [{ type: "break" as const }] : []),
      { type: "text" as const, value },
    ]);
    return children.length === 0 ? [] : [{ type: "paragraph" as const, children }];
  });
}

export function markdownList(items: readonly string[]): Block[] {
  if (items.length === 0) return [];
  const children = items.map((item) => ({
    type: "listItem" as const,
    children: [
      { type: "paragraph" as const, children: [{ type: "text" as const, value: toOneLine(item) }] },
    ],
  }));
  return [{ type: "list", spread: false, children }];
}

function toOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
