import { describe, expect, it } from "vitest";
import { findGiveaway } from "./giveaways.ts";

const known = "Maya’s bakery question. The lease on Elm Street. Maya";

describe("words that may tell who wrote an anonymous answer", () => {
  it.each([
    ["I say this as your sister.", "as your sister"],
    ["You know I'm your oldest friend, so listen.", "I'm your oldest friend"],
    ["Being your boss for years taught me a lot.", "Being your boss"],
    ["My name is Anna and I was there.", "Anna"],
    ["Go for it. Love, Ben", "Ben"],
    ["Do it!\n— Cleo", "Cleo"],
    ["Remember when Anna and you sang all night?", "Anna"],
  ])("%s", (text, words) => {
    expect(findGiveaway(text, known)).toBe(words);
  });

  it.each([
    ["The bakery on Elm Street suits Maya."],
    ["I think you should. You never rest on Saturday or in December."],
    ["It is hard. Leave the ward. Then see."],
    ["Your sister will be glad."],
    ["Ich sehe deine Ruhe, deine Hände, den Ofen und das Mehl am Morgen, und ich sehe Freude."],
    [""],
  ])("are not found in: %s", (text) => {
    expect(findGiveaway(text, known)).toBeUndefined();
  });
});
