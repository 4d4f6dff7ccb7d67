import { describe, expect, it } from "vitest";
import { findAuthorHint, findGiveaway, listRelations } from "./giveaways.ts";

const known = "Maya’s bakery question. The lease on Elm Street. Maya";

describe("words that may tell who wrote an anonymous answer", () => {
  it.each([
    ["I say this as your sister.", "as your sister"],
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

describe("words that tell what their author is to the reader", () => {
  it.each([
    ["As your brother-in-law who sits next to you, I would wait.", "As your brother-in-law"],
    ["I’m your oldest friend, so listen.", "I’m your oldest friend"],
    ["Being your boss for years taught me a lot.", "Being your boss"],
    ["It may sound odd coming from your ex-wife.", "coming from your ex-wife"],
    ["Your wife told me that you hardly sleep.", "Your wife told me"],
    ["You know what your boss Ana always says to me.", "your boss Ana always says to me"],
    ["I know it because your sister … told us.", "your sister … told us"],
    ["Your husband and I worry about you.", "Your husband and I"],
    ["I have talked to your mother about it.", "I have talked to your mother"],
    ["The person who sits next to you at work sees it.", "sits next to you"],
    ["I sit right across from you every day.", "I sit right across from you"],
    ["I’ve worked with you for ten years.", "I’ve worked with you"],
    ["We grew up together with you in that house.", "We grew up together with you"],
    ["I hired you for your calm.", "I hired you"],
    ["You were like this when we were kids.", "when we were kids"],
    ["It is what our mother would have wanted.", "our mother"],
    ["You are my favourite cousin.", "You are my favourite cousin"],
    ["My dear daughter, go.", "My dear daughter"],
    ["Do what you want.\nLove, your little brother", "Love, your little brother"],
  ])("%s", (text, words) => {
    expect(findAuthorHint(text)).toBe(words);
  });

  it.each([
    "Your wife will carry much of it.",
    "Talk to your wife and your boss before you sign.",
    "I worry about your wife and I hope you talk to her.",
    "As your boss knows, you are tired.",
    "You need more support from your manager and your friends.",
    "Ask your sister what she told you.",
    "Your boss told you no twice.",
    "I would love to work with you one day.",
    "If I worked with you I would ask more questions.",
    "You would be a good teacher, and a calm neighbour.",
    "Being a boss is lonely.",
    "We need people like you.",
    "You are the friend that everybody wants.",
    "Sit next to whoever disagrees with you.",
    "You treat everybody as your sister does.",
    "The house is our concern too.",
    "You are my hero.",
    "",
  ])("are not found in: %s", (text) => {
    expect(findAuthorHint(text)).toBeUndefined();
  });
});

it("relations are listed as a text names them", () => {
  expect(listRelations("Your Brother-in-Law and two cousins told me. The fatherland.")).toEqual([
    "brother-in-law",
    "cousin",
  ]);
});
