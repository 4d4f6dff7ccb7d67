import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pageDataId, paper, renderDocument } from "./document.tsx";

const entry = {
  scripts: ["/assets/entry.js"],
  preloads: ["/assets/part.js"],
  stylesheets: [],
  inlineCss: "a>b{color:red}",
};

function parse(html: string): Document {
  return new DOMParser().parseFromString(html, "text/html");
}

test("page data is read back unchanged, whatever is in it, and closes no element", () => {
  const pageData = { title: "</script><script>alert(1)</script><!-- <b>" };
  const html = renderDocument("<p>words</p>", { title: "A", entry, pageData });
  const parsed = parse(html);
  expect(parsed.scripts).toHaveLength(2);
  const data = parsed.getElementById(pageDataId)?.textContent ?? "";
  expect(JSON.parse(data)).toEqual(pageData);
  expect(parsed.getElementById("root")?.innerHTML).toBe("<p>words</p>");
});

test("a title written by a person stays text", () => {
  const parsed = parse(renderDocument("", { title: `<b>"&' – Ñ`, entry }));
  expect(parsed.title).toBe(`<b>"&' – Ñ · Paraline`);
});

test("the inlined stylesheet is exactly the text whose hash the policy allows", () => {
  const html = renderDocument("", { title: "A", entry });
  expect(html).toContain(`<style>${entry.inlineCss}</style>`);
  expect(html.startsWith("<!doctype html>")).toBe(true);
});

test("the browser's bars have the colours of the page", () => {
  const tokens = readFileSync("web/ui/styles/tokens.css", "utf8");
  expect(tokens).toContain(`--pl-paper: light-dark(${paper.light}, ${paper.dark});`);
  const app = readFileSync("web/index.html", "utf8");
  expect(app).toContain(`content="${paper.light}"`);
  expect(app).toContain(`content="${paper.dark}"`);
});
