import { sampleView } from "../../build/invitee-page.mjs";

/** A circle of the usual size, the links of its people, and a typical answer. */

export const sampleCircle = { ...sampleView.circle, owner_name: sampleView.owner_name };

/** @type {Record<string, string | number>} */
export const sampleAnswers = {
  1: "When you explain something you have just understood yourself: you draw on whatever lies there, and an hour is gone before anybody notices. I have seen it at the bakery and I have seen it on a train.",
  2: "Less a country than a beginning of your own. You have finished other people's things for years, and well; I think you want to see what becomes of one that starts with you.",
  3: "You ask before you judge, and people tell you things. In a place where you know nobody that is worth more than the language, and the language you will learn on the way.",
  4: "That you say yes to be rid of the deciding. You were like that with the flat: three months of lists, and then the first one that was quiet. Take the two months, all of them.",
  5: "Your mother. You have not mentioned her once in all of this, and you always mention her. Maybe there is nothing to it, but you asked what you may not be seeing.",
  6: 4,
};

/** @typedef {"named" | "anonymous"} Mode */

/** The product and the script that fills its database need the same one. */
export const benchSecret = "a secret for benchmarks alone, of more than 32 bytes";

export const peoplePerCircle = 50;

/**
 * The link of a seeded person; as long as a real one.
 * @param {Mode} mode
 * @param {number} number from 0
 */
export function tokenOf(mode, number) {
  return `${tokenPrefix(mode)}${String(number).padStart(12, "0")}`;
}

/** @param {Mode} mode */
export function tokenPrefix(mode) {
  return `bench-${mode}-`.padEnd(20, "-");
}

/**
 * Spreads consecutive people over all circles, as strangers answering at the same time would be.
 * @param {number} number
 * @param {number} circles
 */
export function spread(number, circles) {
  return (number % circles) * peoplePerCircle + Math.floor(number / circles);
}
