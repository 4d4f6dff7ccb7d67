import { expect, test } from "vitest";
import { isolate, isolateQuotations } from "./isolate.ts";

test.each(["לאה", "داود", "آزاده", "ߞߊ", "لiah 3"])(
  "%s is set apart in a sentence, so that the words around it keep their order",
  (name) => {
    expect(isolate(name)).toBe(`\u2068${name}\u2069`);
  },
);

test.each(["", "Ana", "Ана", "आना", "安娜", "42"])("%s needs no marks", (name) => {
  expect(isolate(name)).toBe(name);
});

test("what a sentence quotes is set apart, if its script needs it", () => {
  expect(isolateQuotations("Most mention “מאפייה” and “bread”.")).toBe(
    "Most mention “\u2068מאפייה\u2069” and “bread”.",
  );
});
