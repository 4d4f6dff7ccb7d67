import type { Sentence } from "../words/sentences.ts";
import { wordSet } from "../words/word-set.ts";
import type { Statement } from "./statements.ts";

/** Something that several statements speak of, in the people's own words. */
export interface Theme {
  title: string;
  statements: Statement[];
  people_count: number;
}

/** With fewer shared ones than this, subjects of which one person alone speaks fill up. */
const shownWithOneVoice = 5;
const labelWords = 3;
/** In a sentence of so few words, the last is what was named. */
const shortSentence = 2;

/** Common words that belong to the word after them: "less pay", "no plan", "own voice". */
const modifiers = wordSet("no not less more too own first last on never");
/** Common words after which a thing is named. */
const determiners = wordSet(
  "the a an your my his her their our no more less of any some every le la les un une des ton ta mon ma du el los las tu tus mi il lo gli o os as um uma seu sua der die das den dem ein eine einen dein deine deinen mein meine",
);

/** Too common to be a subject by themselves, and no stop words. */
const vague = wordSet(
  "bit lot love day days week weeks month months year years hour hours minute minutes feel enjoy stay tag tage tagen jahr jahre jahren",
);

interface Phrase {
  key: string;
  /** The stems of its words, without a modifier. */
  subject: readonly string[];
  text: string;
  /** Named as a thing, not said in passing, in words that can stand alone. */
  isNamed: boolean;
}

interface Candidate {
  key: string;
  statements: Set<Statement>;
  people: Set<string>;
  /** How it is written, and by whom. */
  surfaces: Map<string, Set<string>>;
  isNamed: boolean;
}

/**
 * Subjects by how many people mention them: words that people share, with as many of the words beside them as most of
 * these people share; who does not share those is not counted. The owner's own words (`stemsOfOwner`) belong to everyone and are no theme in themselves,
 * and no theme is called as `taken` is.
 */
export function findThemes(
  statements: readonly Statement[],
  stemsOfOwner: ReadonlySet<string>,
  atMost: number,
  taken?: string,
): Theme[] {
  const candidates = collect(statements, stemsOfOwner)
    .filter(({ people, isNamed }) => people.size > 1 || isNamed)
    .map((candidate) => ({ ...candidate, score: scoreOf(candidate) }))
    .toSorted((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1));
  const shared = candidates.filter(({ people }) => people.size > 1);
  const chosen: { candidate: Candidate; named: Candidate }[] = [];
  for (const candidate of candidates) {
    const places = candidate.people.size > 1 ? atMost : Math.min(atMost, shownWithOneVoice);
    if (chosen.length >= places) break;
    const named = longerOf(candidate, shared) ?? candidate;
    if (nameOf(named) === taken) continue;
    const isChosen = chosen.some(
      (other) => isSame(other.candidate, candidate) || isSame(other.named, named),
    );
    if (!isChosen) chosen.push({ candidate, named });
  }
  return chosen
    .map(({ named }) => ({
      title: nameOf(named),
      statements: [...named.statements],
      people_count: named.people.size,
    }))
    .toSorted((a, b) => b.people_count - a.people_count);
}

function collect(statements: readonly Statement[], stemsOfOwner: ReadonlySet<string>): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const statement of statements) {
    for (const { key, subject, text, isNamed } of listPhrases(statement.sentence)) {
      if (subject.every((stem) => stemsOfOwner.has(stem))) continue;
      const candidate: Candidate = found.get(key) ?? {
        key,
        statements: new Set(),
        people: new Set(),
        surfaces: new Map(),
        isNamed: false,
      };
      const writers = candidate.surfaces.get(text) ?? new Set();
      candidate.statements.add(statement);
      candidate.people.add(statement.person);
      candidate.surfaces.set(text, writers.add(statement.person));
      candidate.isNamed ||= isNamed;
      found.set(key, candidate);
    }
  }
  return [...found.values()];
}

/** What two share comes before what one alone says; what is named before what is said in passing. */
const scoreOf = ({ key, people, statements, isNamed }: Candidate) =>
  people.size +
  (people.size > 1 ? 1 : 0) +
  (isNamed ? 0.6 : 0) +
  (key.includes(" ") ? 0.3 : 0) +
  0.05 * Math.min(6, statements.size);

/** Two subjects are one when most of what the smaller one rests on belongs to the other. */
function isSame(chosen: Candidate, candidate: Candidate): boolean {
  const shared = [...candidate.statements].filter((one) => chosen.statements.has(one)).length;
  return shared / Math.min(chosen.statements.size, candidate.statements.size) > 0.6;
}

/** The same subject with the words beside it, where most of its people share them. */
function longerOf(candidate: Candidate, shared: readonly Candidate[]): Candidate | undefined {
  return shared
    .filter(
      ({ key, people }) =>
        key !== candidate.key &&
        ` ${key} `.includes(` ${candidate.key} `) &&
        people.size * 2 > candidate.people.size,
    )
    .toSorted((a, b) => b.people.size - a.people.size || b.key.length - a.key.length)[0];
}

/** In the form in which most write it. */
function nameOf({ surfaces }: Candidate): string {
  const [[name = ""] = []] = [...surfaces].toSorted(
    (a, b) => b[1].size - a[1].size || a[0].length - b[0].length || (a[0] < b[0] ? -1 : 1),
  );
  return name.charAt(0).toLocaleUpperCase() + name.slice(1);
}

/** Up to three words in a row, of which the last means something, and the first too or belongs to the word after it. */
function* listPhrases({ text, words }: Sentence): Generator<Phrase> {
  for (const [from, first] of words.entries()) {
    if (first.isStop && !modifiers.has(first.written)) continue;
    const before = first.isNext ? words[from - 1]?.written : undefined;
    const isThing =
      words.length <= shortSentence || (before !== undefined && determiners.has(before));
    const stems: string[] = [];
    for (const [place, last] of words.slice(from, from + labelWords).entries()) {
      if (place > 0 && !last.isNext) break;
      if (place === 0 || !last.isStop) stems.push(last.stem);
      if (last.isStop || (place === 0 && vague.has(last.written))) continue;
      const written = text.slice(first.start, last.end);
      yield {
        key: stems.join(" "),
        subject: first.isStop ? stems.slice(1) : stems,
        // A capital at the sentence's start is no other form.
        text: from > 0 ? written : written.charAt(0).toLocaleLowerCase() + written.slice(1),
        isNamed: isThing && stems.length === place + 1 && !/(?:ed|'s)$/.test(last.written),
      };
    }
  }
}
