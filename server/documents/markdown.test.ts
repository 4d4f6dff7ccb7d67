import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { expect, it } from "vitest";
import { markdownHeading, markdownList, markdownParagraphs, writeMarkdown } from "./markdown.ts";

/** CommonMark with tables and strikethrough. */
const parser = new MarkdownIt({ html: true });

/** What a reader sees: the kind of each block with its text. Anything else in a text shows as markup. */
function read(markdown: string): string[] {
  const tokens = parser.parse(markdown, {});
  return tokens.flatMap((token, index) => {
    if (token.type === "hr" || token.type === "html_block" || token.type === "code_block") {
      return [`${token.type} ${token.content}`];
    }
    if (token.type !== "inline") return [];
    const text = (token.children ?? [])
      .map(({ type, content }) =>
        type === "text" ? content : type === "hardbreak" ? "\n" : `{${type}}`,
      )
      .join("");
    const within = tokens[index - 2]?.type === "list_item_open" ? "item" : tokens[index - 1]?.tag;
    return [`${within} ${text}`];
  });
}

const markup = [
  ..."*_`~|[]()<>#+-=!&\\\"':;.@/$^{}0123456789ab \t\n",
  ..."<b> &amp; &#35; ](x) ![ ](  --- === *** ``` ~~~ 1. 2) - + > # [a]: www. http:// a@b.c <!-- \u00a0".split(
    " ",
  ),
  "\n\n",
  "\r\n",
  "    ",
];
const text = fc.array(fc.constantFrom(...markup), { maxLength: 30 }).map((parts) => parts.join(""));
const oneLine = (written: string) => written.replace(/\s+/g, " ").trim();
const line = text.filter((written) => oneLine(written) !== "");
const paragraphs = (written: string) =>
  written
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .join("\n")
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replace(/^\n|\n$/g, ""))
    .filter((paragraph) => paragraph !== "");

it("Markdown shows exactly what was written, in headings, paragraphs and lists", () => {
  fc.assert(
    fc.property(line, text, line, (heading, body, item) => {
      const markdown = writeMarkdown([
        markdownHeading(2, heading),
        ...markdownParagraphs(body),
        ...markdownList([item, "last"]),
        ...markdownParagraphs(body),
      ]);
      const written = paragraphs(body).map((paragraph) => `p ${paragraph}`);
      const shown = read(markdown);
      expect(shown.map((block) => block.trimEnd())).toEqual(
        [
          `h2 ${oneLine(heading)}`,
          ...written,
          `item ${oneLine(item)}`,
          "item last",
          ...written,
        ].map((block) => block.trimEnd()),
      );
    }),
  );
});

it.each([
  [
    "# no heading\n- no list\n12. nor this\n    no code",
    "\\# no heading\\\n\\- no list\\\n12\\. nor this\\\nno code\n",
  ],
  ["It's 1+1 = 2, 100% & more: 3 < 4!", "It's 1+1 = 2, 100% & more: 3 < 4!\n"],
  ["one\n\ntwo", "one\n\ntwo\n"],
])("Markdown escapes only what would be markup: %j", (written, markdown) => {
  expect(writeMarkdown(markdownParagraphs(written))).toBe(markdown);
});
