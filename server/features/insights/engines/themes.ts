import { isEnglishWord } from "../words/english-words.ts";
import type { Language, Sentence, Word } from "../words/sentences.ts";
import { wordSet } from "../words/word-set.ts";
import type { Feeling } from "./feelings.ts";
import { topics } from "./topics.ts";

/** A sentence that may be quoted, with who said it and how it leans. */
export interface Statement {
  person: string;
  answer: string;
  sentence: Sentence;
  feeling: Feeling;
  side: "support" | "worry" | "neither";
  isAdvice: boolean;
}

/** Something several sayings speak of. */
export interface Theme {
  /** With words of the people's own: "Money and income: rent, savings". */
  title: string;
  /** Without them, to stand in a sentence. */
  subject: string;
  statements: Statement[];
  people_count: number;
}

const generic = wordSet(
  "thing way lot bit kind sort people person someone somebody anyone everyone everybody time year day week month life part place point question answer reason idea thought feeling fact example case matter moment one other something anything nothing everything paraline work job need want know think see feel look make get go come take give say tell ask let keep put find use seem mean show talk start stop end good bad great big small new old long short first last best better much many little real right wrong sure able whole same different own next most more hope love like worry person word question side end top lot number guy man woman step month hour minute week answer honest honestly maybe actually hard easy second third half got part weeks days years months hours minutes times ways said says told went left looked used wanted needs away everyone",
);

/** Where to look the fields of a word up, by their titles. */
interface TopicIndex {
  families: Map<string, string[]>;
  written: Map<string, string[]>;
  /** By the first three letters of the beginning. */
  starts: Map<string, { start: string; title: string }[]>;
  phrases: { pattern: RegExp; contains: string; title: string }[];
}

let index: TopicIndex | undefined;

function indexTopics(language: Language): TopicIndex {
  const made: TopicIndex = {
    families: new Map(),
    written: new Map(),
    starts: new Map(),
    phrases: [],
  };
  const put = <T>(map: Map<string, T[]>, key: string, value: T) => {
    map.set(key, [...(map.get(key) ?? []), value]);
  };
  for (const [title, terms] of Object.entries(topics)) {
    for (const term of terms.split(", ")) {
      if (/[ -]/.test(term)) {
        const pattern = new RegExp(`\\b${term.replaceAll("*", "\\w*")}\\b`, "g");
        made.phrases.push({ pattern, contains: term.replace(/\*.*$/, ""), title });
      } else if (term.endsWith("*")) {
        put(made.starts, term.slice(0, 3), { start: term.slice(0, -1), title });
      } else if (/(?:ing|ings|ed)$/.test(term)) {
        // "Calling" is not "call", nor are "needed" and "savings" what their stems say.
        put(made.written, term, title);
      } else {
        put(made.families, language.familyOf(term), title);
      }
    }
  }
  return made;
}

/** The fields that a sentence touches, each with the places of the words that touch it. */
function matchTopics(
  { text, words }: Sentence,
  language: Language,
): { title: string; places: number[] }[] {
  index ??= indexTopics(language);
  const { families, written, starts, phrases } = index;
  const touched = new Map<string, Set<number>>();
  const touch = (title: string, place: number) => {
    touched.set(title, (touched.get(title) ?? new Set()).add(place));
  };
  words.forEach(({ family, normal, lemma }, place) => {
    for (const title of families.get(family) ?? []) touch(title, place);
    for (const title of written.get(normal) ?? written.get(lemma) ?? []) touch(title, place);
    for (const { start, title } of starts.get(normal.slice(0, 3)) ?? []) {
      if (normal.startsWith(start)) touch(title, place);
    }
  });
  const plain = text.toLowerCase().replaceAll("’", "'");
  for (const { pattern, contains, title } of phrases) {
    if (!plain.includes(contains)) continue;
    for (const [found] of plain.matchAll(pattern)) {
      const parts = new Set(found.split(/[^\p{L}]+/u));
      const places = words.flatMap(({ normal, isStop }, place) =>
        parts.has(normal) && !isStop ? place : [],
      );
      for (const place of places.length === 0 ? [0] : places) touch(title, place);
    }
  }
  return [...touched].map(([title, places]) => ({ title, places: [...places] }));
}

/** With fewer shared ones than this, subjects that one person alone speaks of fill up. */
const shownWithOneVoice = 5;

interface Candidate {
  title: string;
  /** What it counts for beside its people: a phrase says more than a word, a field more than either. */
  weight: number;
  statements: Statement[];
  /** The words it rests on, by saying and place. */
  places: Set<string>;
  /** The people's own words in it, by family: who says so, and how it is written. */
  words: Map<string, { people: Set<string>; surfaces: Map<string, number> }>;
  surfaces: Map<string, number>;
}

/**
 * Subjects, ranked by how many people mention them rather than by how often. The owner's own words
 * (`familiesOfOwner`) belong to everyone and are no theme in themselves.
 */
export function findThemes(
  statements: readonly Statement[],
  familiesOfOwner: ReadonlySet<string>,
  language: Language,
  atMost: number,
): Theme[] {
  const candidates = new Map<string, Candidate>();
  const numbers = new Map(statements.map((statement, index) => [statement, index]));
  const collect = (
    key: string,
    { title, weight, places }: { title: string; weight: number; places: readonly number[] },
    statement: Statement,
  ) => {
    const candidate: Candidate = candidates.get(key) ?? {
      title,
      weight,
      statements: [],
      places: new Set(),
      words: new Map(),
      surfaces: new Map(),
    };
    for (const place of places) {
      candidate.places.add(`${numbers.get(statement)} ${place}`);
      const word = statement.sentence.words[place];
      if (word === undefined) continue;
      const said = candidate.words.get(word.family) ?? { people: new Set(), surfaces: new Map() };
      said.people.add(statement.person);
      said.surfaces.set(word.written, (said.surfaces.get(word.written) ?? 0) + 1);
      candidate.words.set(word.family, said);
    }
    candidate.surfaces.set(title, (candidate.surfaces.get(title) ?? 0) + 1);
    // Sayings come in turn: one that was collected already is the last.
    if (candidate.statements.at(-1) !== statement) candidate.statements.push(statement);
    candidates.set(key, candidate);
  };
  for (const statement of statements) {
    for (const { title, places } of matchTopics(statement.sentence, language)) {
      collect(`field ${title}`, { title, weight: 0.7, places }, statement);
    }
    for (const { key, ...term } of listTerms(statement.sentence, familiesOfOwner)) {
      collect(key, term, statement);
    }
  }
  const ranked = [...candidates.entries()]
    .map(([key, candidate]) => ({ key, ...candidate, people: countPeople(candidate.statements) }))
    .filter(({ key, people }) => people >= 2 || key.startsWith("field "))
    .map((candidate) => ({
      ...candidate,
      // What two share comes before what one alone says.
      score:
        candidate.people +
        (candidate.people > 1 ? 1 : 0) +
        candidate.weight +
        0.02 * strength(candidate.statements) +
        0.05 * Math.min(6, candidate.places.size),
    }))
    .toSorted((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1));

  const chosen: (typeof ranked)[number][] = [];
  for (const candidate of ranked) {
    if (chosen.length === atMost) break;
    if (candidate.people < 2 && chosen.length >= shownWithOneVoice) continue;
    if (chosen.some((other) => isSameSubject(other, candidate))) continue;
    chosen.push(candidate);
  }
  return chosen.map(({ key, title, surfaces, words, statements: supporting, people }) => {
    const isField = key.startsWith("field ");
    const subject = isField ? title : sentenceCase(mostFrequent(surfaces) ?? title);
    return {
      title: isField ? nameTopic(title, words, people) : subject,
      subject,
      statements: supporting,
      people_count: people,
    };
  });
}

function listTerms(
  { words, text }: Sentence,
  familiesOfOwner: ReadonlySet<string>,
): { key: string; title: string; weight: number; places: number[] }[] {
  const terms: { key: string; title: string; weight: number; places: number[] }[] = [];
  const isContent = ({ normal, isStop }: Word) => !isStop && /^\p{L}[\p{L}'-]{2,}$/u.test(normal);
  words.forEach((word, index) => {
    if (
      isSubject(word, index, text) &&
      isContent(word) &&
      !generic.has(word.lemma) &&
      !generic.has(word.normal) &&
      !familiesOfOwner.has(word.family)
    ) {
      terms.push({
        key: `word ${word.family}`,
        title: word.written,
        weight: word.pos === "VERB" || word.pos === "ADJ" ? -0.3 : 0,
        places: [index],
      });
    }
    const next = words[index + 1];
    if (next?.pos !== "NOUN" || !isContent(next) || !isContent(word)) return;
    if (isNameAtStart(word, index, text)) return;
    if (word.pos !== "ADJ" && word.pos !== "NOUN") return;
    if (familiesOfOwner.has(word.family) && familiesOfOwner.has(next.family)) return;
    terms.push({
      key: `phrase ${word.family} ${next.family}`,
      title: `${word.written} ${next.written}`,
      weight: 0.6,
      places: [index, index + 1],
    });
  });
  return terms;
}

/**
 * A capital that is not at the sentence's start names someone or some place, which is no subject by itself; so
 * does, at its start, one of a word that no dictionary has.
 */
function isSubject(word: Word, index: number, text: string): boolean {
  if (isNameAtStart(word, index, text)) return false;
  const { pos, normal, lemma } = word;
  if (pos === "NOUN" || pos === "ADJ") return true;
  if (pos === "VERB") return !plainVerbs.has(lemma);
  return pos === "PROPN" && (index === 0 || text.includes(normal));
}

const isNameAtStart = ({ normal }: Word, index: number, text: string) =>
  index === 0 && /^\P{L}*\p{Lu}/u.test(text) && !isEnglishWord(normal);

/** Verbs that say nothing without what follows them. */
const plainVerbs = wordSet(
  "pay buy sell read write walk bring send leave stay live sit stand turn hear call speak help happen begin finish believe remember become change lose meet play spend need hold carry open close sound wish pretend reach pull push hang sign draw stick fit grow build drop pick answer arrive notice explain understand wonder",
);

export function countPeople(statements: readonly Statement[]): number {
  return new Set(statements.map(({ person }) => person)).size;
}

function strength(statements: readonly Statement[]): number {
  return statements.reduce(
    (sum, { feeling }) => sum + Math.min(3, feeling.support + feeling.worry),
    0,
  );
}

/** Two subjects are one when they rest on the same words; two things said in one sentence are two. */
function isSameSubject(
  chosen: { places: ReadonlySet<string> },
  candidate: { places: ReadonlySet<string> },
): boolean {
  const shared = [...candidate.places].filter((place) => chosen.places.has(place)).length;
  return shared / Math.min(chosen.places.size, candidate.places.size) > 0.6;
}

const ownWordsAtMost = 2;

/**
 * A field with the words that people have for it: "Family and children: brother, sister". Where all of them
 * have the field's own word, one person's word more would be taken for everyone's.
 */
function nameTopic(title: string, words: Candidate["words"], peopleCount: number): string {
  const said = [...words.values()].map(({ people, surfaces }) => {
    const word = mostFrequent(surfaces) ?? "";
    return { people: people.size, word, isNamed: title.toLowerCase().includes(word.slice(0, 5)) };
  });
  const isShared = said.some(({ people, isNamed }) => isNamed && people === peopleCount);
  const own = said
    .filter(
      ({ people, word, isNamed }) =>
        !isNamed &&
        (!isShared || people === peopleCount) &&
        /^\p{L}{3,}$/u.test(word) &&
        !generic.has(word),
    )
    .toSorted((a, b) => b.people - a.people || (a.word < b.word ? -1 : 1))
    .slice(0, ownWordsAtMost)
    .map(({ word }) => word);
  return own.length === 0 ? title : `${title}: ${own.join(", ")}`;
}

function mostFrequent(counts: ReadonlyMap<string, number>): string | undefined {
  return [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0];
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
