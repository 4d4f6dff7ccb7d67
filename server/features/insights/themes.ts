import type { Feeling } from "./feelings.ts";
import { type Field, fields } from "./fields.ts";
import type { Sentence, Word } from "./sentences.ts";

/** A sentence that may be quoted, with who said it and how it leans. */
export interface Saying {
  person: string;
  answer: string;
  sentence: Sentence;
  feeling: Feeling;
  side: "support" | "worry" | "neither";
  is_advice: boolean;
}

/** Something several sayings speak of. */
export interface Theme {
  title: string;
  sayings: Saying[];
  people_count: number;
}

const generic = new Set(
  "thing way lot bit kind sort people person someone somebody anyone everyone everybody time year day week month life part place point question answer reason idea thought feeling fact example case matter moment one other something anything nothing everything paraline work job need want know think see feel look make get go come take give say tell ask let keep put find use seem mean show talk start stop end good bad great big small new old long short first last best better much many little real right wrong sure able whole same different own next most more hope love like worry person word question side end top lot number guy man woman step month hour minute week answer honest honestly maybe actually".split(
    " ",
  ),
);

const matchers = fields.map((entry) => ({ entry, terms: entry.terms.map(toMatcher) }));

function toMatcher(term: string): { phrase?: RegExp; lemma?: string; start?: string } {
  if (term.includes(" ") || term.includes("-")) {
    const escaped = term.replaceAll("*", "\\w*");
    return { phrase: new RegExp(`\\b${escaped}\\b`) };
  }
  return term.endsWith("*") ? { start: term.slice(0, -1) } : { lemma: term };
}

/** The fields that a sentence touches. */
export function touchedFields(sentence: Sentence): Field[] {
  const text = sentence.text.toLowerCase().replaceAll("’", "'");
  return matchers
    .filter(({ terms }) =>
      terms.some(({ phrase, lemma, start }) =>
        phrase !== undefined
          ? phrase.test(text)
          : sentence.words.some((word) =>
              lemma !== undefined
                ? word.lemma === lemma || word.normal === lemma
                : start !== undefined && word.normal.startsWith(start),
            ),
      ),
    )
    .map(({ entry }) => entry);
}

/** With fewer shared ones than this, subjects that one person alone speaks of fill up. */
const shown_with_one_voice = 5;

interface Candidate {
  title: string;
  /** What it counts for beside its people: a phrase says more than a word, a field more than either. */
  weight: number;
  sayings: Saying[];
  surfaces: Map<string, number>;
}

/**
 * What is spoken of, ranked by how many people speak of it rather than by how often. Words of the owner's own
 * (`owner_lemmas`) are everybody's and no theme by themselves.
 */
export function findThemes(
  sayings: readonly Saying[],
  owner_lemmas: ReadonlySet<string>,
  at_most: number,
): Theme[] {
  const candidates = new Map<string, Candidate>();
  const collect = (key: string, title: string, weight: number, saying: Saying) => {
    const candidate: Candidate = candidates.get(key) ?? {
      title,
      weight,
      sayings: [],
      surfaces: new Map(),
    };
    candidate.surfaces.set(title, (candidate.surfaces.get(title) ?? 0) + 1);
    // Sayings come in turn: one that was collected already is the last.
    if (candidate.sayings.at(-1) !== saying) candidate.sayings.push(saying);
    candidates.set(key, candidate);
  };
  for (const saying of sayings) {
    for (const { title } of touchedFields(saying.sentence))
      collect(`field ${title}`, title, 0.7, saying);
    for (const { key, title, weight } of listTerms(saying.sentence, owner_lemmas)) {
      collect(key, title, weight, saying);
    }
  }
  const ranked = [...candidates.entries()]
    .map(([key, candidate]) => ({ key, ...candidate, people: countPeople(candidate.sayings) }))
    .filter(({ key, people }) => people >= 2 || key.startsWith("field "))
    .map((candidate) => ({
      ...candidate,
      // What two share comes before what one alone says.
      score:
        candidate.people +
        (candidate.people > 1 ? 1 : 0) +
        candidate.weight +
        0.02 * strength(candidate.sayings),
    }))
    .toSorted((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1));

  const chosen: (typeof ranked)[number][] = [];
  for (const candidate of ranked) {
    if (chosen.length === at_most) break;
    if (candidate.people < 2 && chosen.length >= shown_with_one_voice) continue;
    if (chosen.some((other) => isSameSubject(other, candidate))) continue;
    chosen.push(candidate);
  }
  return chosen.map(({ title, surfaces, sayings: supporting, people }) => ({
    title: sentenceCase(mostFrequent(surfaces) ?? title),
    sayings: supporting,
    people_count: people,
  }));
}

function listTerms(
  { words, text }: Sentence,
  owner_lemmas: ReadonlySet<string>,
): { key: string; title: string; weight: number }[] {
  const terms: { key: string; title: string; weight: number }[] = [];
  const isContent = ({ normal, is_stop }: Word) => !is_stop && /^\p{L}[\p{L}'-]{2,}$/u.test(normal);
  words.forEach((word, index) => {
    if (
      isSubject(word, index, text) &&
      isContent(word) &&
      !generic.has(word.lemma) &&
      !owner_lemmas.has(word.lemma)
    ) {
      terms.push({
        key: `word ${word.lemma}`,
        title: word.normal,
        weight: word.pos === "VERB" ? -0.3 : 0,
      });
    }
    const next = words[index + 1];
    if (next?.pos !== "NOUN" || !isContent(next) || !isContent(word)) return;
    if (word.pos !== "ADJ" && word.pos !== "NOUN") return;
    if (owner_lemmas.has(word.lemma) && owner_lemmas.has(next.lemma)) return;
    terms.push({
      key: `phrase ${word.lemma} ${next.lemma}`,
      title: `${word.normal} ${next.normal}`,
      weight: 0.6,
    });
  });
  return terms;
}

/** A capital that is not at the sentence's start names somebody or some place, which is no subject by itself. */
function isSubject({ pos, normal, lemma }: Word, index: number, text: string): boolean {
  if (pos === "NOUN") return true;
  if (pos === "VERB") return !plain_verbs.has(lemma);
  return pos === "PROPN" && (index === 0 || text.includes(normal));
}

/** Verbs that say nothing without what follows them. */
const plain_verbs = new Set(
  "pay buy sell read write walk bring send leave stay live sit stand turn hear call speak help happen begin finish believe remember become change lose meet play spend need hold carry open close sound wish pretend reach pull push hang sign draw stick fit grow build drop pick answer arrive notice explain understand wonder".split(
    " ",
  ),
);

export function countPeople(sayings: readonly Saying[]): number {
  return new Set(sayings.map(({ person }) => person)).size;
}

function strength(sayings: readonly Saying[]): number {
  return sayings.reduce(
    (sum, { feeling }) => sum + Math.min(3, feeling.support + feeling.worry),
    0,
  );
}

/** A word within what is chosen already is no subject of its own; two fields are, unless they always go together. */
function isSameSubject(
  chosen: { key: string; sayings: readonly Saying[] },
  candidate: { key: string; sayings: readonly Saying[] },
): boolean {
  const others = new Set(chosen.sayings);
  const shared = candidate.sayings.filter((saying) => others.has(saying)).length;
  const both_fields = chosen.key.startsWith("field ") && candidate.key.startsWith("field ");
  const sizes = [chosen.sayings.length, candidate.sayings.length];
  return shared / (both_fields ? Math.max(...sizes) : Math.min(...sizes)) > 0.6;
}

function mostFrequent(counts: ReadonlyMap<string, number>): string | undefined {
  return [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0];
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
