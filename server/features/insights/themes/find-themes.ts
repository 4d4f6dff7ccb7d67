import type { Sentence, Word } from "../words/sentences.ts";
import { wordSet } from "../words/word-set.ts";
import {
  clauseAt,
  distanceFromName,
  gerundOf,
  isAdverb,
  isFollowed,
  isName,
  isNamedAt,
  modifiers,
  readUse,
  verbsOfAdvice,
  withoutObliqueAdjective,
} from "./word-forms.ts";

/** A sentence, with who said it. */
export interface AttributedSentence {
  person: string;
  sentence: Sentence;
}

/** A subject that several statements share, in the people's own words. */
export interface Theme<Statement extends AttributedSentence = AttributedSentence> {
  title: string;
  statements: Statement[];
  people_count: number;
}

/** If fewer themes than this are shared, subjects that only one person mentions fill up the list. */
const shownWithOneVoice = 5;
const labelWords = 3;
/** In a sentence of at most this many words, the last word names its subject. */
const shortSentence = 2;

/** Words that are too common to be a subject by themselves, but are not stop words. */
const vague = wordSet(
  "bit lot letting day days week weeks month months year years hour hours minute minutes people stay tag tage tagen jahr jahre jahren leute gens gente",
);
/** Words that by themselves say how somebody feels, but not about what. */
const feelings = wordSet(
  "afraid alive angry bad enjoy envy excited fear feel fine glad good great happy happier hard hate honestly hope lonely lost love lovely nervous nice proud sad scared sorry tiny tired trust wonderful worried worry angst freue froh glücklich liebe stolz traurig amor feliz miedo orgulloso triste amour fier fière heureux heureuse peur korku mutlu sevgi",
);

interface Phrase {
  key: string;
  /** The stems of the phrase's words, without a modifier. */
  subject: readonly string[];
  text: string;
  /** Whether it is named as a thing, rather than mentioned in passing, in words that can stand alone. */
  isNamed: boolean;
  /** Whether a title of it would end in a verb. */
  isVerb: boolean;
  /** The verb together with its subject, if the phrase is a verb. */
  clause: string | undefined;
  distance: number;
}

/** One way in which a subject is written. */
interface Form {
  people: Set<string>;
  isVerb: boolean;
  /** How much it differs from the form in which a thing is named by itself. */
  distance: number;
}

interface Candidate<Statement extends AttributedSentence = AttributedSentence> {
  key: string;
  statements: Set<Statement>;
  people: Set<string>;
  forms: Map<string, Form>;
  clauses: Map<string, Set<string>>;
  isNamed: boolean;
}

type TitledCandidate<Statement extends AttributedSentence = AttributedSentence> =
  Candidate<Statement> & { title: string };

/**
 * Finds the subjects of statements, ordered by how many people mention them. A subject is a word that several people
 * use, extended by the words beside it that most of them use as well; people who use only the shorter form are not
 * counted. Words of the owner's own texts (`stemsOfOwner`) are not a theme by themselves, a subject without a title
 * that can stand alone is left out, and no theme has the title `taken`.
 */
export function findThemes<Statement extends AttributedSentence>(
  statements: readonly Statement[],
  stemsOfOwner: ReadonlySet<string>,
  maxThemes: number,
  taken?: string,
): Theme<Statement>[] {
  const candidates = collect(statements, stemsOfOwner)
    .filter(({ people, isNamed }) => people.size > 1 || isNamed)
    .flatMap((candidate) => {
      const title = nameOf(candidate);
      return title === undefined ? [] : [{ ...candidate, title, score: scoreOf(candidate) }];
    })
    .toSorted((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1));
  const longerOf = indexLonger(candidates.filter(({ people }) => people.size > 1));
  const chosen: { candidate: TitledCandidate<Statement>; named: TitledCandidate<Statement> }[] = [];
  for (const candidate of candidates) {
    const places = candidate.people.size > 1 ? maxThemes : Math.min(maxThemes, shownWithOneVoice);
    if (chosen.length >= places) break;
    const named = longerOf(candidate) ?? candidate;
    if (named.title === taken) continue;
    const isChosen = chosen.some(
      (other) => isSame(other.candidate, candidate) || isSame(other.named, named),
    );
    if (!isChosen) chosen.push({ candidate, named });
  }
  return chosen
    .map(({ named: { title, statements: supporting, people } }) => ({
      title,
      statements: [...supporting],
      people_count: people.size,
    }))
    .toSorted((a, b) => b.people_count - a.people_count);
}

function collect<Statement extends AttributedSentence>(
  statements: readonly Statement[],
  stemsOfOwner: ReadonlySet<string>,
): Candidate<Statement>[] {
  const found = new Map<string, Candidate<Statement>>();
  const uses = countUses(statements);
  for (const statement of statements) {
    for (const phrase of listPhrases(statement.sentence, uses)) {
      const { key, subject, text, isNamed, isVerb, clause, distance } = phrase;
      if (subject.every((stem) => stemsOfOwner.has(stem))) continue;
      const candidate: Candidate<Statement> = found.get(key) ?? {
        key,
        statements: new Set(),
        people: new Set(),
        forms: new Map(),
        clauses: new Map(),
        isNamed: false,
      };
      const { person } = statement;
      const form = candidate.forms.get(text) ?? { people: new Set(), isVerb, distance };
      form.distance = Math.min(form.distance, distance);
      candidate.forms.set(text, { ...form, people: form.people.add(person) });
      if (clause !== undefined) {
        candidate.clauses.set(clause, (candidate.clauses.get(clause) ?? new Set()).add(person));
      }
      candidate.statements.add(statement);
      candidate.people.add(person);
      candidate.isNamed ||= isNamed;
      found.set(key, candidate);
    }
  }
  return [...found.values()];
}

/** How all statements use each word: above 0 as a thing, below 0 as a verb. */
function countUses(statements: readonly AttributedSentence[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const { sentence } of statements) {
    for (const [at, word] of sentence.words.entries()) {
      if (word.isStop) continue;
      const key = useKeyOf(word);
      uses.set(key, (uses.get(key) ?? 0) + readUse(sentence, at));
    }
  }
  return uses;
}

/**
 * The key by which the uses of a word are counted. A form in "-ing" names an action, so it is counted separately:
 * "interrupting".
 */
const useKeyOf = ({ written, stem }: Word) => (written.endsWith("ing") ? written : stem);

/**
 * A subject that two people share comes before one that one person mentions, and a named one before one that is
 * mentioned in passing.
 */
const scoreOf = ({ key, people, statements, isNamed }: Candidate) =>
  people.size +
  (people.size > 1 ? 1 : 0) +
  (isNamed ? 0.6 : 0) +
  (key.includes(" ") ? 0.3 : 0) +
  0.05 * Math.min(6, statements.size);

/** Two subjects are the same if most of the statements of the smaller one belong to the other. */
function isSame(chosen: Candidate, candidate: Candidate): boolean {
  const shared = [...candidate.statements].filter((one) => chosen.statements.has(one)).length;
  return shared / Math.min(chosen.statements.size, candidate.statements.size) > 0.6;
}

/**
 * Makes a function that finds the subject extended by the words beside it, if most of its people share them; else other
 * words that all of its statements have in common: "keep one shift" says more than "hospital". The shared subjects are
 * indexed once, because an owner's answers may contain a hundred thousand of them.
 */
function indexLonger<Statement extends AttributedSentence>(
  shared: readonly TitledCandidate<Statement>[],
): (candidate: TitledCandidate<Statement>) => TitledCandidate<Statement> | undefined {
  const longest = new Map<string, TitledCandidate<Statement>>();
  const byStatements = new Map<string, TitledCandidate<Statement>[]>();
  const numbers = new Map<Statement, number>();
  const numberOf = (statement: Statement) => {
    const number = numbers.get(statement) ?? numbers.size;
    numbers.set(statement, number);
    return number;
  };
  const statementsKey = ({ statements }: Candidate<Statement>) =>
    [...statements].map(numberOf).join(" ");
  for (const candidate of shared) {
    for (const part of listParts(candidate.key)) {
      const known = longest.get(part);
      if (known === undefined || compareLonger(candidate, known) < 0) longest.set(part, candidate);
    }
    if (!candidate.key.includes(" ")) continue;
    const key = statementsKey(candidate);
    const alike = byStatements.get(key);
    if (alike === undefined) byStatements.set(key, [candidate]);
    else alike.push(candidate);
  }
  return (candidate) => {
    const longer = longest.get(candidate.key);
    if (longer !== undefined && longer.people.size * 2 > candidate.people.size) return longer;
    if (candidate.key.includes(" ")) return undefined;
    return byStatements
      .get(statementsKey(candidate))
      ?.find(({ key }) => !key.includes(candidate.key));
  };
}

const compareLonger = (a: Candidate, b: Candidate) =>
  b.people.size - a.people.size || b.key.length - a.key.length;

/** The parts of a key that are shorter than it: "one shift" has "one" and "shift". */
function listParts(key: string): Set<string> {
  const words = key.split(" ");
  const parts = words.flatMap((_, from) =>
    words.slice(from).map((_word, count) => words.slice(from, from + count + 1).join(" ")),
  );
  return new Set(parts.filter((part) => part !== key));
}

/**
 * The title of a subject: among the forms that name a thing, the one that is nearest to a name by itself, then the one
 * that most people write. If there is none, because people use it only as a verb, the verb with its subject if most say
 * so, else its gerund ("delegating"). Undefined if no form can stand by itself.
 */
function nameOf({ forms, clauses, people }: Candidate): string | undefined {
  const [[form] = []] = [...forms]
    .filter(([, { isVerb }]) => !isVerb)
    .toSorted(
      ([a, one], [b, other]) =>
        one.distance - other.distance ||
        other.people.size - one.people.size ||
        a.length - b.length ||
        (a < b ? -1 : 1),
    );
  const [[clause, speakers] = []] = [...clauses].toSorted(
    ([a, one], [b, other]) => other.size - one.size || a.length - b.length || (a < b ? -1 : 1),
  );
  const isShared = speakers !== undefined && speakers.size * 2 > people.size;
  const name =
    form !== undefined ? withoutObliqueAdjective(form) : isShared ? clause : gerundOfAny(forms);
  return name && name.charAt(0).toLocaleUpperCase() + name.slice(1);
}

const saysTooLittle = (language: string, word: Word) =>
  vague.has(word.written) || feelings.has(word.written) || (language === "en" && isAdverb(word));

function gerundOfAny(forms: Candidate["forms"]): string | undefined {
  const [gerund] = [...forms.keys()].flatMap((form) => gerundOf(form.toLowerCase()) ?? []);
  return gerund;
}

/**
 * Up to three words in a row. The last one has a meaning of its own, and so has the first, unless it belongs to the
 * word after it.
 */
function* listPhrases(sentence: Sentence, uses: ReadonlyMap<string, number>): Generator<Phrase> {
  const { language, text, words } = sentence;
  const useOf = (word: Word) => uses.get(useKeyOf(word)) ?? 0;
  for (const [from, first] of words.entries()) {
    const isAdvice = language === "en" && verbsOfAdvice.has(first.written);
    if (first.isStop && !isAdvice && !modifiers.has(first.written)) continue;
    const isThing = words.length <= shortSentence || isNamedAt(words, from);
    const stems: string[] = [];
    for (const [place, last] of words.slice(from, from + labelWords).entries()) {
      if (place > 0 && !last.isNext) break;
      if (place === 0 || !last.isStop) stems.push(last.stem);
      if (last.isStop || (place === 0 && saysTooLittle(language, last))) continue;
      if (place > 0 && !isName(language, useOf(first), useOf(last))) continue;
      const written = text.slice(first.start, last.end);
      yield {
        key: stems.join(" "),
        subject: first.isStop ? stems.slice(1) : stems,
        // A capital at the start of a sentence does not make another form.
        text: from > 0 ? written : written.charAt(0).toLocaleLowerCase() + written.slice(1),
        isNamed:
          isThing &&
          stems.length === place + 1 &&
          !isFollowed(words, from + place) &&
          !/(?:ed|'s)$/.test(last.written),
        isVerb: place === 0 && useOf(last) <= -1,
        clause: place === 0 ? clauseAt(sentence, from) : undefined,
        distance: distanceFromName(sentence, from, from + place),
      };
    }
  }
}
