import { listAskedTexts } from "../engine.ts";
import type { PreparedReading } from "../prepare-reading.ts";
import { isFirstName } from "../redact.ts";
import { startsSentence } from "../words/starts-sentence.ts";
import { locate } from "./verify-quote.ts";

const proseCharacters = 1500;

const counts = new RegExp(
  [
    String.raw`\b(?:all|both|none|nobody|everyone|everybody|most|half|majority|\d+|one|two|three|four|five|six|seven|eight|`,
    String.raw`nine|ten|eleven|twelve)\b(?:\s+(?:of|out of))?(?:\s+(?:the|them|your|\d+|two|three|four|five|six|seven|eight|`,
    String.raw`nine|ten))*\s+(?:people|persons|perspectives|responses|respondents|friends|voices|of them|of you)\b`,
  ].join(""),
  "i",
);
/** Words for quantities, with or without a number: nothing has counted them. */
const quantities = new RegExp(
  [
    String.raw`\b(?:everyone|everybody|nobody|no[ -]one|majority|minority|several|unanimous(?:ly)?|consensus|a handful|a couple of|a number of)\b`,
    [
      String.raw`\b(?:all|both|none|most|many|few|half|some|each|\d+|one|two|three|four|five|six|seven|eight|nine|`,
      String.raw`ten)(?:\s+of(?:\s+(?:the|them|you|your|those))?|\s+(?:other|others))?(?:\s+(?:the|your))?\s+(?:them|people|`,
      "persons|perspectives|responses|respondents|answers|friends|voices|agree|say|see|think|feel|believe|want|trust|",
      String.raw`mind|worry|fear|hope|doubt|share|mention|name|speak|support|encourage|would|are|were|have)\b`,
    ].join(""),
    // "What they mind most" counts nobody, but "Most find it brave" does.
    String.raw`(?:^|[,;:–—]\s*|\b(?:and|but|while|though)\s+)most\b(?!\s+of\s+all|\s+importantly)`,
    String.raw`\b(?:\d+|one|two|three|four|five|six|seven|eight|nine)\s+(?:in|of|out of)\s+(?:\d+|two|three|four|five|six|seven|eight|nine|ten)\b`,
    String.raw`\d\s*(?:%|per ?cent\b)|\b(?:two|three)[ -](?:thirds|quarters)\b`,
  ].join("|"),
  "i",
);
const addresses =
  /(?:https?:\/\/|www\.|@[\p{L}\d-]+\.|[([]\s*at\s*[)\]]\s*[\p{L}\d-]+|\b[\p{L}\d-]+\.(?:com|org|net|io|ly|me|co|eu|de|uk|app|dev|info|example)\b)|\+?\d(?:[\s()./-]{0,2}\d){6,}/iu;
const quotations = /["“]([^"“”]{3,})["”]/gu;

/** The quotations in prose, without the punctuation mark at the end of each, which may be the prose's own. */
export function quotationsIn(prose: string): string[] {
  return [...prose.matchAll(quotations)].map(([, quoted = ""]) => quoted.replace(/[.,!?]$/, ""));
}

export function sentencesOf(prose: string): string[] {
  return prose.split(/(?<=[.!?…]["”’]?)\s+/u);
}

/** A model's own sentences without those that are not supported. */
export function dropUnsupportedSentences(prepared: PreparedReading, prose: string): string {
  return sentencesOf([...prose.trim()].slice(0, proseCharacters).join(""))
    .filter((sentence) => isGrounded(prepared, sentence) && !inventsName(prepared, sentence))
    .join(" ");
}

/** Whether a model's text counts no one, names no one, directs no one anywhere, and quotes only what someone wrote. */
export function isGrounded(prepared: PreparedReading, words: string): boolean {
  // Counts in quotation marks are allowed: somebody wrote them, and claims them.
  const own = words.replace(quotations, "“”");
  if (counts.test(own) || quantities.test(own) || addresses.test(words)) return false;
  const written = wordsOf(prepared);
  if ((own.match(/\d+/g) ?? []).some((number) => !written.has(number))) return false;
  if (namesPerson(prepared, own, written)) return false;
  return quotationsIn(words).every((quoted) =>
    [...prepared.answers.values()].some(({ text }) => locate(text, quoted) !== undefined),
  );
}

/** A model does not know who wrote what, so it has no reason to name any of the people around the owner. */
function namesPerson(
  { removeNames }: PreparedReading,
  own: string,
  written: ReadonlySet<string>,
): boolean {
  return (
    removeNames(own) !== own ||
    capitalsOf(own).some(({ word }) => isFirstName(word) && !written.has(word.toLowerCase()))
  );
}

/** Whether a sentence has a made-up name: a capital within a sentence marks a name, and nobody wrote this one. */
function inventsName(prepared: PreparedReading, sentence: string): boolean {
  const own = sentence.replace(quotations, "“”");
  const written = wordsOf(prepared);
  return capitalsOf(own).some(
    ({ word, at }) =>
      !startsSentence(own, at) && !/^I\b/.test(word) && !written.has(word.toLowerCase()),
  );
}

function capitalsOf(text: string): { word: string; at: number }[] {
  return [...text.matchAll(/(?<![\p{L}\d])\p{Lu}[\p{L}\p{M}'’]*/gu)].map(({ 0: word, index }) => ({
    word: word.replace(/['’](?:s|re|ve|ll|d|m)?$/u, ""),
    at: index,
  }));
}

const writtenWords = new WeakMap<PreparedReading, ReadonlySet<string>>();

/** Every word and number that the engine was given. */
function wordsOf(prepared: PreparedReading): ReadonlySet<string> {
  const known = writtenWords.get(prepared);
  if (known !== undefined) return known;
  const { title, description, what_they_ask, people } = prepared.reading;
  const texts = [
    title,
    description,
    what_they_ask,
    ...people.flatMap(({ answers }) =>
      answers.flatMap((read) => [
        ...listAskedTexts(read),
        "text" in read.answer ? read.answer.text : "",
      ]),
    ),
  ];
  const words = new Set(
    texts.flatMap((text) => text.toLowerCase().match(/\p{L}[\p{L}\p{M}]*|\d+/gu) ?? []),
  );
  writtenWords.set(prepared, words);
  return words;
}
