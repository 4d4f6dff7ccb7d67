import { describe, expect, it } from "vitest";
import { findAuthorHint, findAuthorHintOrName, listRelations } from "./author-hints.ts";

const known = "Maya’s bakery question. The lease on Elm Street. Maya";

describe("words that may reveal the author of an anonymous answer", () => {
  it.each([
    ["I say this as your sister.", "as your sister"],
    ["I say this as\u00a0your  sister.", "as your sister"],
    ["I say this as\u200b your sis\u00adter.", "as your sister"],
    ["Your wife, Dr. Lee, told me.", "Your wife, Dr. Lee, told me"],
    ["My name is Anna and I was there.", "Anna"],
    ["Go for it. Love, Ben", "Ben"],
    ["Do it!\n— Cleo", "Cleo"],
    ["Remember when Anna and you sang all night?", "Anna"],
  ])("%s", (text, words) => {
    expect(findAuthorHintOrName(text, known)).toBe(words);
  });

  it.each([
    ["The bakery on Elm Street suits Maya."],
    ["I think you should. You never rest on Saturday or in December."],
    ["It is hard. Leave the ward. Then see."],
    ["Your sister will be glad."],
    ["Ich sehe deine Ruhe, deine Hände, den Ofen und das Mehl am Morgen, und ich sehe Freude."],
    [""],
  ])("are not found in: %s", (text) => {
    expect(findAuthorHintOrName(text, known)).toBeUndefined();
  });
});

describe("words that reveal how the author is related to the reader", () => {
  it.each([
    ["As your brother-in-law who sits next to you, I would wait.", "As your brother-in-law"],
    ["I’m your oldest friend, so listen.", "I’m your oldest friend"],
    ["You can do it. Love, your sister ❤️ xx", "Love, your sister ❤️ xx"],
    ["Lots of love from your sister!!", "love from your sister!!"],
    ["You can do it. Love, your brother, Ben :)", "Love, your brother, Ben :)"],
    ["This is your sister, and I would wait.", "This is your sister"],
    ["As Anna, your sister, I would wait.", "As Anna, your sister"],
    ["I, your bestie, would wait.", "I, your bestie"],
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
    // Family and household.
    ["As the mother of your children I need you here.", "As the mother of your children"],
    ["I am married to you, so I know.", "I am married to you"],
    ["We have been married for too long to lie.", "We have been married"],
    ["I gave birth to you, and I worry.", "I gave birth to you"],
    ["You raised me to say what I think.", "You raised me"],
    ["I say it as your godchild.", "as your godchild"],
    ["I was your flatmate for a year.", "I was your flatmate"],
    ["Speaking as your tenant, I hope you keep the house.", "as your tenant"],
    ["Our children need you in the evening.", "Our children"],
    // Neighbours, school, friends, and combinations.
    ["As your deputy I would have to fill in.", "As your deputy"],
    ["I can only speak as your client.", "as your client"],
    ["As your client Ana, I would stay.", "As your client"],
    ["As your client … I would follow you.", "As your client"],
    ["I’m still your intern, so this is hard to say.", "I’m still your intern"],
    ["Your intern here: please rest.", "Your intern here"],
    ["As your ex-boss, I would hire you again.", "As your ex-boss"],
    ["It is odd to hear this from me, being your direct report.", "being your direct report"],
    ["I report to you and see how tired you are.", "I report to you"],
    ["You hired me when nobody else would.", "You hired me"],
    ["As somebody who works with you, I see both.", "As somebody who works with you"],
    ["Our team would fall apart.", "Our team"],
    // Neighbours, school, friends, and one of several.
    ["I live next door and hear you practise.", "I live next door"],
    ["As one of your oldest friends, I would wait.", "As one of your oldest friends"],
    ["I am one of your former students.", "I am one of your former students"],
    ["It is harder, coming from one of your colleagues.", "coming from one of your colleagues"],
    ["One of your neighbours told me.", "One of your neighbours told me"],
    ["As a colleague of yours I see the other side.", "As a colleague of yours"],
    ["I am an old friend of your wife.", "I am an old friend of your wife"],
    ["We are your parents, after all.", "We are your parents"],
    ["I was your very first piano teacher.", "I was your very first piano teacher"],
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
    "Your mother would be proud.",
    "Ask your boss.",
    "Ask one of your oldest friends, or your deputy.",
    "One of your clients will leave, and two will come.",
    "The mother of your children deserves a rest.",
    "She is married to you, not to your work.",
    "As your clients grow, so does the work.",
    "Nobody sees it as well as your wife.",
    "People such as your neighbours would help.",
    "Take her as your mentor.",
    "Treat the new intern as your colleague.",
    "If I was your boss, I would promote you.",
    "I wish I were your neighbour.",
    "I would talk to your deputy first.",
    "I was your age when I left.",
    "I am one of your biggest fans.",
    "You report to nobody now.",
    "You hired well.",
    "Let your kids decide with you.",
    "The people next door are kind.",
    "Somebody who works with you should say so.",
    "If we were married to our work, we would say the same.",
    "You would be a great client, and an even better boss.",
    "Give your intern the floor.",
    "As your children get older, you will have time.",
    "I told your story to friends of mine.",
    "You would be happy working as your own boss.",
    "Being your own boss is hard.",
    "Call your sister again.",
    "Invite your friends here.",
    "We are married to our habits.",
    "Your friends and your family will carry you.",
    "",
  ])("are not found in: %s", (text) => {
    expect(findAuthorHint(text)).toBeUndefined();
  });
});

it("relations are listed as a text names them", () => {
  expect(listRelations("Your mo\u00adther and your sis\u200bter")).toEqual(["mother", "sister"]);
  expect(listRelations("Your Brother-in-Law and two cousins told me. The fatherland.")).toEqual([
    "brother-in-law",
    "cousin",
  ]);
});
