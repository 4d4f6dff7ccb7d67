import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { authorHints } from "#contract/feedback/author-hints.ts";
import { prepareReading } from "../prepare-reading.ts";
import { authorCheckVersion, sentenceEnds, textRevealsAuthor } from "./author-check.ts";
import { furtherAuthorHints } from "./further-author-hints.ts";

/**
 * A hash of the patterns of each version of the check. Entries are added and never changed: databases hold insights of
 * every version.
 */
const foundByVersion: Record<number, string> = {
  1: "6f9776113bc3e88b",
  2: "c7db87fd142d4ef1",
  3: "1388b72c7691b5e9",
  4: "37b0b662a0f839e0",
  // The patterns are the same. Since this version, invisible characters no longer hide words such as “your sister”.
  5: "37b0b662a0f839e0",
  // The patterns are the same. Since this version, a chosen option counts as a hint at who chose it, and options no
  // longer count as naming a relation openly.
  6: "37b0b662a0f839e0",
  // Adds actions that only the author can have done, and seven more languages.
  7: "08757280d88cad2b",
  // The patterns are the same. Since this version, a word that no dictionary has and that everyone capitalizes is no
  // longer allowed in a title.
  8: "08757280d88cad2b",
};

test("a change of the author check raises its version", () => {
  const hash = createHash("sha256");
  for (const pattern of [...authorHints, ...furtherAuthorHints, sentenceEnds])
    hash.update(`${pattern}\n`);
  const found = hash.digest("hex").slice(0, 16);
  expect(
    foundByVersion[authorCheckVersion],
    `The patterns or the ends of sentences differ from those of version ${authorCheckVersion}. Raise authorCheckVersion in author-check.ts, so that stored insights are judged again, and add the new version with "${found}" here.`,
  ).toBe(found);
});

test("an option that says who somebody is reveals them, whether it was chosen or written out", () => {
  const sentence = "Your sister would miss you terribly.";
  const reveals = (options: string[], answers: Record<number, string>) =>
    textRevealsAuthor(
      prepareReading({ title: "T", description: "d", what_they_ask: "a", is_anonymous: true }, [
        {
          id: "00000000-0000-4000-8000-000000000001",
          answers,
          questions: [
            { id: 1, label: "How do we know each other?", type: "choice", options },
            { id: 2, label: "What do you see?", type: "textarea" },
          ],
          use_in_insights: true,
        },
      ]),
      sentence,
    );
  const options = ["Your sister", "Your colleague"];
  expect(reveals(options, { 1: "Your sister", 2: "I would miss you terribly." })).toBe(true);
  expect(reveals(options, { 2: "As your sister, I would miss you terribly." })).toBe(true);
  expect(reveals(options, { 1: "Your colleague", 2: "Ask your sister, she knows." })).toBe(false);
});
