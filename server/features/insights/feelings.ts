import type { Language, Sentence, Word } from "./sentences.ts";

/** How much support and how much worry is in something; both at once is common. */
export interface Feeling {
  support: number;
  worry: number;
}

/** Phrases that say where somebody stands, with more weight than any single word. */
const stances: readonly (readonly [RegExp, number])[] = [
  [
    /\b(go for it|do it\b(?!,? (?:later|slow))|say yes|take (?:it|the (?:job|offer|leap|chance|role))|jump in|full support|all for it|behind you|i(?:'d| would) (?:buy|read|hire|invest|come|back you|sign)|no doubt|not a doubt|without (?:a )?(?:doubt|hesitation)|can't wait|cannot wait|born (?:to|for)|made for|meant for|the right (?:move|time|step|thing|place|person|choice)|exactly (?:right|what|you)|count me in|i(?:'m| am) (?:all |very much )?(?:for it|in favou?r|in)(?![ -]\w)|you(?:'re| are) ready|you(?:'ve| have) (?:got|earned) this|never looked back|about time|long overdue|trust (?:yourself|your|you)|believe in you|sounds like you|suits you|what are you waiting for|i can picture|i(?:'d| would) go(?! (?:back|home))|^go\b(?! (?:to|back|home|and ask))|i can see you|keep going|keep it)\b/gi,
    3,
  ],
  [
    /\b(worr(?:y|ies|ied) (?:me|about|that|is|for)|my (?:worry|worries|concern|fear|doubt)|i(?:'m| am) (?:worried|concerned|afraid|scared|nervous|not sure|not convinced|sceptical|skeptical|torn|uneasy)|i fear|i doubt|i(?:'d| would) (?:wait|hold off|not|never|worry|think twice|slow)|don't do (?:it|this)|do not do|not yet|too (?:soon|early|fast|much|many|long|late|big|expensive|risky|rushed|thin|busy|tired|hard|slow)|think twice|slow down|hold off|be careful|careful with|run(?:ning)? away|escap(?:e|ing) from|bad idea|big mistake|a mistake|red flags?|can't see you|cannot see you|burn(?:ing|ed|t)? (?:out|through)|out of (?:money|savings|energy)|at any cost|no plan|no savings|not ready|isn't ready|aren't ready|wrong (?:time|reason|reasons|move|person|place)|wouldn't (?:do|take|sign|leave|quit|buy|move)|would not (?:do|take|sign|leave|quit|buy|move)|lost me|lose (?:me|people|sleep|your|the)|got lost|gave up|give up|what if|makes? me (?:nervous|uneasy|anxious)|keeps? me up|please don't|don't (?:quit|leave|sign|rush|sell|move))\b/gi,
    -3,
  ],
  [
    /\b(nothing (?:worries|really|much|at all|comes)|no (?:worries|concerns?|fears?|doubts?|risks?|complaints)|not (?:worried|afraid|concerned)|don't worry|isn't a worry|i(?:'d| would) not change|wouldn't change)\b/gi,
    4,
  ],
  [
    /\b(just what (?:the world|we|you) needs?|what could (?:possibly )?go wrong|good luck with that|yeah,? right|sure,? because|oh,? great|how original|another one of|said no one|thrilled to (?:hear|lend)|slow clap|bravo,? really|truly inspired|^as if(?=[.!?]*$))\b/gi,
    -6,
  ],
];

const support_words = new Set(
  "love loved alive ready proud thrive shine gift talent gifted brilliant wonderful great excellent excited exciting excite calm steady kind warm patient patience brave courage generous honest joy happy happiest happier glad hope hopeful strong strength confident trust trusted believe inspiring inspire beautiful clear natural naturally easy perfect perfectly amazing fantastic delight delighted fun funny smart wise thoughtful reliable dependable loyal creative original fresh moving touching grow growth flourish proven capable skilled skill best better support supportive encourage lucky grateful enjoy enjoyed energy lit light laugh listen listener comfort comfortable safe solid outstanding impressive charming useful helpful favourite favorite magic sing sparkle bloom well good right deserve freedom free fit like care caring welcome welcoming smile special worth delicious gentle sharp curious ambitious".split(
    " ",
  ),
);
const worry_words = new Set(
  "worry worried worries concern concerned afraid fear scared risk risky danger dangerous debt loan broke burnout exhausted exhaust exhausting tired lonely loneliness alone regret rush rushed rushing hurry impulsive impatient fail failure failing unclear confusing confused confuse boring bored dull weak weakness lose loss losing hard harder difficult struggle struggling stress stressed stressful anxious anxiety nervous doubt uncertain unsure unstable expensive cost costly naive unrealistic wrong mistake bad worse worst problem trouble avoid avoiding escape hide hiding isolate isolated overwhelm overwhelmed overwork late delay delayed abandon quit stubborn defensive interrupt interrupts sharp-tongued cold distant absent forget forgetful unfinished messy slow clumsy cluttered crowded buggy crash crashes broken missing miss sad hurt pain painful angry resent resentment guilt burden fragile thin shallow cliche generic derivative flat cheap ugly annoying frustrating frustrate vanish dark sacrifice suffer unprepared inexperienced hopeless pointless stupid idiot idiotic terrible awful horrible dreadful loser pathetic fool delusional embarrassing embarrass cringe never".split(
    " ",
  ),
);

const negators = new Set([
  "not",
  "n't",
  "no",
  "never",
  "without",
  "hardly",
  "barely",
  "nobody",
  "nothing",
  "none",
  "neither",
  "nor",
  "cannot",
  "cant",
  "dont",
  "less",
]);
const strengtheners = new Set([
  "very",
  "really",
  "truly",
  "deeply",
  "genuinely",
  "so",
  "extremely",
  "absolutely",
  "completely",
  "always",
  "most",
]);
const softeners = new Set([
  "slightly",
  "somewhat",
  "little",
  "bit",
  "maybe",
  "perhaps",
  "sometimes",
]);
/** What follows one of these counts for more than what it follows. */
const turns = new Set(["but", "however", "yet", "still", "except", "only"]);
/** What one of these opens is granted, not meant. */
const concessions = new Set(["although", "though", "despite", "while", "even"]);

/** Reads support and worry from a sentence, clause by clause: negation turns a word, "but" weighs what follows it. */
export function readFeeling(sentence: Sentence, language: Language): Feeling {
  const total: Feeling = { support: 0, worry: 0 };
  for (const { words, weight } of splitClauses(sentence)) {
    add(total, wordsFeeling(words, language), weight);
  }
  const text = sentence.text.replaceAll("’", "'");
  const turned = /\b(?:but|however|yet)\b/i.exec(text);
  for (const [pattern, value] of stances) {
    for (const match of text.matchAll(pattern)) {
      const before = turned !== null && match.index < turned.index;
      // "I would not do it": what a not stands before has been said by the other pattern, or is its opposite.
      if (value > 0 && isNegated(text.slice(0, match.index))) continue;
      add(
        total,
        value > 0 ? { support: value, worry: 0 } : { support: 0, worry: -value },
        before ? 0.5 : 1,
      );
    }
  }
  return total;
}

function isNegated(before: string): boolean {
  return /\b(?:not|never|cannot|nobody|\w+n't)(?: \w+){0,2} $/i.test(before);
}

export function add(total: Feeling, feeling: Feeling, weight = 1): void {
  total.support += feeling.support * weight;
  total.worry += feeling.worry * weight;
}

function splitClauses({ words }: Sentence): { words: Word[]; weight: number }[] {
  const turn = words.findIndex(
    ({ normal }, index) => index > 0 && turns.has(normal) && isTurn(words, index),
  );
  if (turn > 0) {
    return [
      { words: words.slice(0, turn), weight: 0.5 },
      { words: words.slice(turn + 1), weight: 1.4 },
    ];
  }
  const concession = words.findIndex(({ normal }) => concessions.has(normal));
  if (concession === 0) {
    const comma = words.findIndex(({ normal }) => normal === ",");
    if (comma > 0) {
      return [
        { words: words.slice(0, comma), weight: 0.5 },
        { words: words.slice(comma), weight: 1.2 },
      ];
    }
  }
  if (concession > 0) {
    return [
      { words: words.slice(0, concession), weight: 1.2 },
      { words: words.slice(concession), weight: 0.5 },
    ];
  }
  return [{ words, weight: 1 }];
}

/** "Still" and "only" turn a sentence after a comma alone; within a clause they are adverbs. */
function isTurn(words: readonly Word[], index: number): boolean {
  const { normal } = words[index] ?? { normal: "" };
  if (normal === "but" || normal === "however" || normal === "yet")
    return normal !== "yet" || words[index - 1]?.normal !== "not";
  return words[index - 1]?.normal === ",";
}

function wordsFeeling(words: readonly Word[], language: Language): Feeling {
  const feeling: Feeling = { support: 0, worry: 0 };
  words.forEach((word, index) => {
    const value = wordValue(word, language);
    if (value === 0) return;
    const before = words.slice(Math.max(0, index - 4), index).map(({ normal }) => normal);
    const negated = before.some((normal) => negators.has(normal));
    const scale =
      (before.some((normal) => strengtheners.has(normal)) ? 1.3 : 1) *
      (before.some((normal) => softeners.has(normal)) ? 0.6 : 1);
    const size = Math.abs(value) * scale;
    // "Not bad" supports less than "good"; "not good" worries as much as "bad".
    if (value > 0 === !negated) feeling.support += negated ? size * 0.6 : size;
    else feeling.worry += size;
  });
  return feeling;
}

function wordValue({ normal, lemma, is_stop }: Word, language: Language): number {
  if (support_words.has(normal) || support_words.has(lemma)) return 1;
  if (normal !== "never" && (worry_words.has(normal) || worry_words.has(lemma))) return -1;
  if (is_stop || !/^[a-z]{3,}$/.test(normal)) return 0;
  const known = language.feelingOf(normal);
  return Math.abs(known) < 0.2 ? 0 : known * 0.6;
}
