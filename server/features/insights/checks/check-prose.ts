import { listAskedTexts } from "../engine.ts";
import type { PreparedReading } from "../prepare-reading.ts";
import { isFirstName } from "../redact.ts";
import { startsSentence } from "../words/starts-sentence.ts";
import { locate } from "./verify-quote.ts";

const proseCharacters = 1500;

const number = String.raw`(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)`;
const amount = `(?:all|both|none|most|many|few|half|some|each|${number})`;
const between = `(?:(?:out )?of(?: the| them| you| your| those)?|the|them|your|others?|${number})`;
const people =
  "of you|them|people|persons|perspectives|responses|respondents|answers|friends|voices";
const doings =
  "agree|say|see|think|feel|believe|want|trust|mind|worry|fear|hope|doubt|share|mention|name|speak|support|encourage|would|are|were|have";
/** Words for quantities, with or without a number: nothing has counted them. */
const quantities = new RegExp(
  [
    String.raw`\b(?:everyone|everybody|nobody|no[ -]one|majority|minority|several|unanimous(?:ly)?|consensus|a handful|a couple of|a number of)\b`,
    String.raw`\b${amount}(?: ${between})* (?:${people}|${doings})\b`,
    // "What they mind most" counts nobody, but "Most find it brave" does.
    String.raw`(?:^|[,;:–—] ?|\b(?:and|but|while|though) )most\b(?! of all| importantly)`,
    String.raw`\b${number} (?:in|of|out of) ${number}\b`,
    String.raw`\d ?(?:%|per ?cent\b)|\b(?:two|three)[ -](?:thirds|quarters)\b`,
  ].join("|"),
  "i",
);
const quotations = /["“]([^"“”]{3,})["”]/gu;

/** The quotations in prose, without the punctuation mark at the end of each, which may be the prose's own. */
export function quotationsIn(prose: string): string[] {
  return [...prose.matchAll(quotations)].map(([, quoted = ""]) => quoted.replace(/[.,!?]$/, ""));
}

export function splitSentences(prose: string): string[] {
  return prose.split(/(?<=[.!?…]["”’]?)\s+/u);
}

/** Checks a model's own words against what the model was given. What may be shown at all is left to the gate. */
export function createProseCheck(prepared: PreparedReading) {
  const written = listWords(prepared);
  const isInvented = (word: string) => !written.has(word.toLowerCase());

  /** Whether words count no one, name no one around the owner, and quote only what someone wrote. */
  function isGrounded(words: string): boolean {
    // Counts in quotation marks are allowed: somebody wrote them, and claims them.
    const own = words.replace(quotations, "“”");
    return (
      !quantities.test(own.replace(/\s+/g, " ")) &&
      !(own.match(/\d+/g) ?? []).some(isInvented) &&
      prepared.removeNames(own) === own &&
      !findCapitalizedWords(own).some(({ word }) => isFirstName(word) && isInvented(word)) &&
      quotationsIn(words).every((quoted) =>
        [...prepared.answers.values()].some(({ text }) => locate(text, quoted) !== undefined),
      )
    );
  }

  /** Whether a sentence has a made-up name: a capital within a sentence marks a name, and nobody wrote this one. */
  function inventsName(sentence: string): boolean {
    const own = sentence.replace(quotations, "“”");
    return findCapitalizedWords(own).some(
      ({ word, at }) => word !== "I" && !startsSentence(own, at) && isInvented(word),
    );
  }

  return {
    isGrounded,
    /** The prose without the sentences that are not supported. */
    keepSupported: (prose: string) =>
      splitSentences([...prose.trim()].slice(0, proseCharacters).join(""))
        .filter((sentence) => isGrounded(sentence) && !inventsName(sentence))
        .join(" "),
  };
}

function findCapitalizedWords(text: string): { word: string; at: number }[] {
  return [...text.matchAll(/(?<![\p{L}\d])\p{Lu}[\p{L}\p{M}'’]*/gu)].map(({ 0: word, index }) => ({
    word: word.replace(/['’](?:s|re|ve|ll|d|m)?$/u, ""),
    at: index,
  }));
}

/** Every word and number that the model was given. */
function listWords({ reading, answers }: PreparedReading): ReadonlySet<string> {
  const { title, description, what_they_ask, people } = reading;
  const asked = people.flatMap((person) => person.answers.flatMap(listAskedTexts));
  const given = [...answers.values()].map(({ text }) => text);
  const all = [title, description, what_they_ask, ...asked, ...given].join("\n").toLowerCase();
  return new Set(all.match(/\p{L}[\p{L}\p{M}]*|\d+/gu));
}
