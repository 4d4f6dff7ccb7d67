import { listAskedTexts } from "../engine.ts";
import type { PreparedReading } from "../prepare-reading.ts";
import { isKnownWord } from "../redact.ts";
import { isGermanNoun } from "../words/german-words.ts";
import { createLanguageFinder } from "../words/languages.ts";

/**
 * Whether a title or a text contains a word that no dictionary has and that everyone capitalizes. It may be a name that
 * was not removed, which must not become a title of an anonymous circle.
 */
export function containsUnknownName(prepared: PreparedReading, title: string): boolean {
  const { own, said, nouns } = spellingsOf(prepared);
  return wordsIn([title])
    .map((word) => word.toLowerCase())
    .some((small) => {
      const written = [...(said.get(small) ?? [])];
      return (
        written.length > 0 &&
        written.every((other) => /^\p{Lu}/u.test(other)) &&
        !own.has(small) &&
        !nouns.has(small) &&
        !written.some(isKnownWord)
      );
    });
}

interface Spellings {
  /** The words of the owner's texts, in lower case. */
  own: ReadonlySet<string>;
  /** How each word of the answers is spelled there, by the word in lower case. */
  said: ReadonlyMap<string, ReadonlySet<string>>;
  /** The nouns of German answers, which are always written with a capital. */
  nouns: ReadonlySet<string>;
}

const spellings = new WeakMap<PreparedReading, Spellings>();

function spellingsOf(prepared: PreparedReading): Spellings {
  const known = spellings.get(prepared);
  if (known !== undefined) return known;
  const { title, description, what_they_ask, people } = prepared.reading;
  const answers = people.flatMap((person) => person.answers);
  const own = wordsIn([title, description, what_they_ask, ...answers.flatMap(listAskedTexts)]);
  const texts = answers.map(({ answer }) => ("text" in answer ? answer.text : ""));
  const languageOf = createLanguageFinder([title, description, what_they_ask, ...texts]);
  const said = new Map<string, Set<string>>();
  const nouns = new Set<string>();
  for (const text of texts) {
    for (const word of wordsIn([text])) {
      const small = word.toLowerCase();
      said.set(small, (said.get(small) ?? new Set()).add(word));
      if (languageOf(text) === "de" && isGermanNoun(word)) nouns.add(small);
    }
  }
  const made = { own: new Set(own.map((word) => word.toLowerCase())), said, nouns };
  spellings.set(prepared, made);
  return made;
}

const wordsIn = (texts: readonly string[]) =>
  texts.flatMap((text) => text.match(/\p{L}[\p{L}\p{M}]*/gu) ?? []);
