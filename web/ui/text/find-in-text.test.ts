import fc from "fast-check";
import { expect, it } from "vitest";
import { findInText } from "./find-in-text.ts";

const found = (text: string, query: string) =>
  findInText(text, query).map(({ from, to }) => text.slice(from, to));

it.each([
  ["You are calm. CALM people last.", "calm", ["calm", "CALM"]],
  ["Crème brûlée at the café", "creme BRULEE", ["Crème brûlée"]],
  ["Cafe\u0301 and cafe", "café", ["Cafe\u0301", "cafe"]],
  ["Die Straße ist groß", "strasse", ["Straße"]],
  ["Straße", "s", ["S", "ß"]],
  ["İstanbul and ISTANBUL", "istanbul", ["İstanbul", "ISTANBUL"]],
  ["first\nline,  second line", "first line, second", ["first\nline,  second"]],
  ["ﬁve oﬃces", "office", ["oﬃce"]],
  ["Łódź", "lodz", ["Łódź"]],
  ["soft\u00adly", "softly", ["soft\u00adly"]],
  ["aaaa", "aa", ["aa", "aa"]],
  ["nothing here", "  ", []],
  ["nothing here", "", []],
  ["nothing here", "elsewhere", []],
  ["(a+b)*", "+b)", ["+b)"]],
])("in %j, %j is at %j", (text, query, parts) => {
  expect(found(text, query)).toEqual(parts);
});

it("finds a text in itself, and returns ranges within the text in order", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ maxLength: 3 }), (text, query) => {
      let last = 0;
      for (const { from, to } of findInText(text + query + text, query)) {
        expect(from).toBeGreaterThanOrEqual(last);
        expect(to).toBeGreaterThan(from);
        last = to;
      }
      expect(last).toBeLessThanOrEqual((text + query + text).length);
    }),
  );
});
