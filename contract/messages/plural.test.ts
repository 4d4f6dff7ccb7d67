import { expect, it } from "vitest";
import { plural } from "./plural.ts";

it("a count takes the form that its language needs, or the general one", () => {
  const english = { one: "person", other: "people" };
  expect([0, 1, 2].map((count) => plural("en", count, english))).toEqual([
    "people",
    "person",
    "people",
  ]);
  const polish = { one: "osoba", few: "osoby", many: "osób", other: "osoby" };
  expect([1, 2, 5, 22].map((count) => plural("pl", count, polish))).toEqual([
    "osoba",
    "osoby",
    "osób",
    "osoby",
  ]);
  const arabic = { one: "شخص", two: "شخصان", few: "أشخاص", many: "شخصًا", other: "شخص" };
  expect([1, 2, 3, 11, 100].map((count) => plural("ar", count, arabic))).toEqual([
    "شخص",
    "شخصان",
    "أشخاص",
    "شخصًا",
    "شخص",
  ]);
  expect(plural("ja", 1, { one: "-", other: "人" })).toBe("人");
});
