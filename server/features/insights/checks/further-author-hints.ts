import { findAuthorHint, listRelations } from "#contract/feedback/author-hints.ts";
import { languageWords } from "../words/lists.ts";

/*
 * Author hints that the browser does not find: things that only the author can have done for the owner, and words for
 * relations to the owner in other languages. They are here because the page of an invitee has no space for them.
 */

/** The wordings of languages besides English; letters with an accent are no part of a word for `\b`. */
const wordings = Object.values(languageWords).flatMap((words) => words?.author ?? []);

/** Adjectives between the two: matches "als deine ältere Schwester", but not "als je met je zus". */
const adjectives = String.raw`(?:(?!(?:je|met|de|het|een|op|voor|van|en|mit|und|oder|zu|für|von|et|à|con|y|e|di|i|z|na) )\p{L}+ ){0,2}`;
const startsWord = String.raw`(?<![\p{L}\d])`;
const endsWord = String.raw`\p{L}{0,4}(?![\p{L}\d])`;

const inOtherLanguages = wordings.map(({ as, am, your, relations }) => {
  const one = `${your} ?${adjectives}(?:${relations.join("")})${endsWord}`;
  return [
    `${startsWord}(?:${as}|(?:${am})) ${one}`,
    // A relation as a signature.
    String.raw`(?:^|[,.!;:–—-]\s*)${your} ${adjectives}(?:${relations.join("")})${endsWord}(?:, [\p{L}’'-]+| …)?[^\p{L}\d]*$`,
  ].join("|");
});

const close =
  "(?:twins?|sons?|daughters?|kids?|child(?:ren)?|bab(?:y|ies)|boys?|girls?|mother|mom|mum|father|dad|parents?|sister|brother|wife|husband|dog|cat)";
const i = String.raw`(?<!\b(?:if|wish|like) )\bi(?:[’']ve| have| had)?(?: (?:also|once|even|both))?`;

/** Actions that only one person, or few, could report to the owner. */
const identifyingActions = [
  String.raw`${i} shared? (?:your|the same) (?:[\w’'-]+ ){0,2}(?:room|dorm|flat|apartment|house|office|desk|cabin|tent|womb|childhood)\b`,
  [
    `${i} (?:delivered|baptised|baptized|christened|babysat|nannied|nursed|treated|examined|operated on|taught|`,
    "tutored|coached|raised|adopted|married|divorced|dated|represented|looked after|took care of) (?:(?:all|both|",
    String.raw`one) of )?your (?:[\w’'-]+ ){0,2}${close}(?![-\w])`,
  ].join(""),
  [
    `${i} (?:signed|drafted|drew up|notari[sz]ed|witnessed|prepared|filed|handled|`,
    String.raw`wrote) your (?:[\w’'-]+ ){0,2}(?:papers?|will|divorce|lease|contract|tax(?:es)?|tax return|deed|certificate|`,
    String.raw`diagnosis|prescription|reference|mortgage|adoption)\b`,
  ].join(""),
  String.raw`${i} (?:performed|officiated(?: at)?|conducted|did) your (?:[\w’'-]+ ){0,2}(?:surgery|operation|ceremony|wedding|funeral|x-?rays?|taxes|hair)\b`,
  String.raw`${i} (?:sold|rented|let|leased) you your\b`,
  String.raw`\bmy (?:[\w’'-]+ )?${close} and yours\b|\byour (?:[\w’'-]+ )?${close} and mine\b`,
];

/** The author hints that the contract leaves out. */
const furtherAuthorHints = [...identifyingActions, ...inOtherLanguages].map(
  (pattern) => new RegExp(pattern, "iu"),
);

/**
 * The words of a sentence that reveal who wrote it, in English and the languages above, or undefined. This is a guess.
 */
export function findAnyAuthorHint(sentence: string): string | undefined {
  const hint = findAuthorHint(sentence);
  if (hint !== undefined) return hint;
  const spaced = sentence
    .normalize("NFC")
    .replace(/\p{Cf}+/gu, "")
    .replace(/\s+/g, " ");
  for (const pattern of furtherAuthorHints) {
    const [words] = pattern.exec(spaced) ?? [];
    if (words !== undefined) return words;
  }
  return undefined;
}

const relationWords = wordings.map(
  ({ relations }) => new RegExp(`${startsWord}(${relations.join("")})${endsWord}`, "giu"),
);

/** The relations to the owner that a text mentions, in any of these languages, in lower case. */
export function listAllRelations(text: string): string[] {
  const plain = text.normalize("NFC").replace(/\p{Cf}+/gu, "");
  const foreign = relationWords.flatMap((words) =>
    [...plain.matchAll(words)].map(([, word = ""]) => word.toLowerCase()),
  );
  return [...listRelations(text), ...foreign];
}
