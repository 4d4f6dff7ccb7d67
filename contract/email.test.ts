import { expect, test } from "vitest";
import { isEmail } from "./email.ts";

test.each([
  "ana@example.com",
  "ana.lima+paraline@mail.example.com",
  "o'neil_1@example.co.uk",
  "josé@example.com",
  "müller.žák@example.com",
  "用户@example.com",
  "पोस्ट@example.com",
  "ana@xn--mller-kva.example",
  "Ana@Example.COM",
])("%s is an address", (address) => {
  expect(isEmail(address)).toBe(true);
});

test.each([
  "",
  "ana",
  "ana@example",
  "ana lima@example.com",
  ".ana@example.com",
  "ana.@example.com",
  "ana..lima@example.com",
  "ana@b@example.com",
  "ana,bo@example.com",
  "<ana@example.com>",
  "ana\r\n@example.com",
  "😀@example.com",
  "a\u200bna@example.com",
  "ana@exampleſ.com",
  "ana@\u212aite.example",
  `${"a".repeat(243)}@example.com`,
])("%s is none", (address) => {
  expect(isEmail(address)).toBe(false);
});
