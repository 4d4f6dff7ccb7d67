import { expect, test } from "vitest";
import { normalizeEmail } from "../invites/invites.ts";
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
])("%s is not an address", (address) => {
  expect(isEmail(address)).toBe(false);
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
