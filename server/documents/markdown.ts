/**
 * A person's text as Markdown (CommonMark) that shows exactly that text: nothing in it becomes a link, a heading, a
 * list or HTML, and its lines stay lines.
 */
export function toMarkdown(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .map((line) => escapeLine(line.trim()))
    .join("\n")
    .replace(/([^\n])\n(?=[^\n])/g, "$1\\\n");
}

function escapeLine(line: string): string {
  return line
    .replace(/[\\`*_[\]<>&~|#]/g, "\\$&")
    .replace(/^[-+=]/, "\\$&")
    .replace(/^(\d{1,9})([.)])/, "$1\\$2");
}
