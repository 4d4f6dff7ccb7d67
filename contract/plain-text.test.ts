import { describe, expect, it } from "vitest";
import { toLine } from "./plain-text.ts";

describe("a text of one line", () => {
  it.each([
    ["Should I\r\nATTACH:https://evil.example", "Should I ATTACH:https://evil.example"],
    ["one\ttab, \u000b\f two", "one tab, two"],
    ["a\u0085b\u2028c\u2029d", "a b c d"],
    ["bell\u0007 and \u001b[31mescape\u007f", "bell and [31mescape"],
    ["\n  Ana \n Lima\n", "Ana Lima"],
    ["\n\r\n", ""],
  ])("%j is %j", (text, line) => {
    expect(toLine(text)).toBe(line);
  });

  it.each(["Zoë  O’Neil", "👩‍🚀 \u200fשלום", "Cafe\u0301".normalize()])(
    "%j stays as it is",
    (text) => {
      expect(toLine(text)).toBe(text);
    },
  );
});
