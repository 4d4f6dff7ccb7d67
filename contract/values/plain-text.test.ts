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
    ["A\u200bna\u00ad Li\u2060ma\ufeff", "Ana Lima"],
    ["\u202eAna\u202c \u200eLima\u200f", "Ana Lima"],
    ["A\u200dn\u200ca 1\u200d", "Ana 1"],
    ["Ana\u{e0041}\u{e007f}", "Ana"],
    ["علی\u200c", "علی"],
    ["\u200b \u2060", ""],
  ])("%j is %j", (text, line) => {
    expect(toLine(text)).toBe(line);
  });

  it.each([
    "Zoë  O’Neil",
    "👩‍🚀 שלום",
    "❤️‍🔥 👩🏽‍🤝‍👨🏻 👨‍👩‍👧",
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} Zoë",
    "می\u200cخواهم",
    "ക്\u200d",
    "\u0601١٢",
    "Cafe\u0301".normalize(),
  ])("%j stays as it is", (text) => {
    expect(toLine(text)).toBe(text);
  });
});
