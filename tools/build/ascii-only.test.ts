import { expect, it } from "vitest";
import { toAscii } from "./ascii-only.mjs";

it.each([
  "'it’s …'",
  "'é and 😀'",
  "`quoted”`",
  "/^[\\p{L}’]+$/u.test('I’m')",
  "/^😀$/u.test('😀')",
  "new RegExp(String.raw`^\\w+[’–]$`, 'u').test('I’')",
])("%s means the same in ASCII", (code) => {
  const ascii = toAscii(code);
  expect(ascii).toMatch(/^[\0-\x7f]*$/);
  const run = (text: string): unknown => new Function(`return ${text}`)();
  expect(run(ascii)).toEqual(run(code));
});
