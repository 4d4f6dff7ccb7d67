import { expect, test } from "vitest";
import { normalizeEmail, normalizeMailbox, readEmail } from "./email.ts";

test.each([
  "ana@example.com",
  "ana.lima+paraline@mail.example.com",
  "o'neil_1@example.co.uk",
  "first&last@example.com",
  "a/b=c#d!e%f~g`h^i|j{k}l*m?n$o@example.com",
  "josé@example.com",
  "müller.žák@example.com",
  "用户@example.com",
  "पोस्ट@example.com",
  "ana@xn--mller-kva.example",
  "ana@xn--h1alffa9f.xn--p1ai",
])("%s is an address in its only form", (address) => {
  expect(readEmail(address)).toBe(address);
});

test.each([
  ["in capitals", "Ana@Example.COM", "ana@example.com"],
  ["with a domain in Cyrillic", "ana@россия.рф", "ana@xn--h1alffa9f.xn--p1ai"],
  ["with an umlaut in its domain", "jorg@müller.example", "jorg@xn--mller-kva.example"],
  ["with a Kelvin sign for a K", "ana@\u212aite.example", "ana@kite.example"],
  ["between bidi marks", "\u202aana@example.com\u202c", "ana@example.com"],
  ["with invisible spaces", "a\u200bna@example.com\u200b\ufeff", "ana@example.com"],
  ["between spaces", "\u00a0ana@example.com\r\n", "ana@example.com"],
  ["with a full stop", "ana@example.com.", "ana@example.com"],
  ["with other marks", "ana@example.com...,;", "ana@example.com"],
  ["with Chinese full stops", "ana@example。com。", "ana@example.com"],
  ["in full-width characters", "ａｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ", "ana@example.com"],
  ["in angle brackets", "<ana@example.com>", "ana@example.com"],
  ["in brackets at the end of a sentence", "(ana@example.com).", "ana@example.com"],
  ["in quotes", "“ana@example.com”", "ana@example.com"],
  ["in apostrophes", "'o'neil@example.com'", "o'neil@example.com"],
  ["that begins with an apostrophe", "'t@example.com", "'t@example.com"],
  ["as a link", "mailto:ana@example.com", "ana@example.com"],
  ["as a link with a subject", "<MAILTO:ana@example.com?subject=Hi>", "ana@example.com"],
  ["after a word", "E-Mail: ana@example.com", "ana@example.com"],
])("an address %s is read", (_, typed, address) => {
  expect(readEmail(typed)).toBe(address);
});

test.each([
  "=?utf-8?q?a=40evil.example=3e?=@firm.example",
  "",
  "ana",
  "ana@example",
  "ana lima@example.com",
  ".ana@example.com",
  "ana.@example.com",
  "ana..lima@example.com",
  "ana@b@example.com",
  "ana,bo@example.com",
  "ana\r\n@example.com",
  "😀@example.com",
  "ana@127.0.0.1",
  "ana@example.1",
  "ana@ex/ample.com",
  "ana@example.com:25",
  "ana@ex%61mple.com",
  "ana@-example.com",
  "Ana <ana@example.com>",
  `${"a".repeat(65)}@example.com`,
  `ana@${"a.".repeat(123)}example.com`,
])("%s is not an address", (text) => {
  expect(readEmail(text)).toBeUndefined();
});

test.each([
  ["ana+news@example.com", "ana@example.com"],
  ["Ana@Example.com", "ana@example.com"],
  ["a.na+x.y@googlemail.com", "ana@gmail.com"],
  ["ana@bücher.example", "ana@xn--bcher-kva.example"],
])("%s and %s are one mailbox", (left, right) => {
  expect(normalizeMailbox(left)).toBe(normalizeMailbox(right));
});

test.each([
  ["a.na@example.com", "ana@example.com"],
  ["+ana@example.com", "+bo@example.com"],
  ["ana@gmail.com.example", "ana@gmail.com"],
  ["ana", "bo"],
])("%s and %s are two mailboxes", (left, right) => {
  expect(normalizeMailbox(left)).not.toBe(normalizeMailbox(right));
});

test("an address that was normalized stays as it is, so signing in with what is shown finds the account", () => {
  const marks = [
    "",
    "\u0301",
    "\u0307",
    "\u0308",
    "\u030a",
    "\u030c",
    "\u0313",
    "\u0331",
    "\u0342",
    "\u0345",
  ];
  const unstable: string[] = [];
  for (let code = 0x41; code < 0x3000; code += 1) {
    for (const mark of marks) {
      const once = normalizeEmail(` ${String.fromCodePoint(code)}${mark}x@example.com`);
      if (normalizeEmail(once) !== once) unstable.push(once);
    }
  }
  expect(unstable).toEqual([]);
  expect(normalizeEmail("J\u030cane@example.com")).toBe("\u01f0ane@example.com");
});
