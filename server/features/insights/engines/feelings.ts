import type { Language, Sentence, Word } from "../words/sentences.ts";
import { wordSet } from "../words/word-set.ts";

/** How much support and how much worry is in something; both at once is common. */
export interface Feeling {
  support: number;
  worry: number;
}

/** Phrases that express a person's position, weighted more than any single word. */
const stances: readonly (readonly [RegExp, number])[] = [
  [
    /\b(go for it|do it\b(?!,? (?:later|slow))|say yes|take (?:it|the (?:job|offer|leap|chance|role))|jump in|full support|all for it|behind you|i(?:'d| would) (?:buy|read|hire|invest|come|back you|sign)|no doubt|not a doubt|without (?:a )?(?:doubt|hesitation)|can't wait|cannot wait|born (?:to|for)|made for|meant for|the right (?:move|time|step|thing|place|person|choice)|exactly (?:right|what|you)|count me in|i(?:'m| am) (?:all |very much )?(?:for it|in favou?r|in(?![ -]\w))|you(?:'re| are) ready|you(?:'ve| have) (?:got|earned) this|never looked back|about time|high time|long overdue|look(?:ing|ed|s)? forward|while you (?:still )?can|trust (?:yourself|your|you)|believe in you|sounds like you|suits you|what are you waiting for|i can picture|i(?:'d| would) go(?! (?:back|home))|^go\b(?! (?:to|back|home|and ask))|i can see you|keep going|keep it)\b/gi,
    3,
  ],
  [
    /\b(worr(?:y|ies|ied) (?:me|about|that|is|for)|my (?:worry|worries|concern|fear|doubt)|(?<!, )i(?:'m| am) (?:worried|concerned|afraid|scared|nervous|not sure|not convinced|sceptical|skeptical|torn|uneasy)|i fear|i doubt|i(?:'d| would) (?:wait|hold off|not|never|worry|think twice|slow)|don't do (?:it|this)|do not do|not yet|think twice|slow down|hold off|be careful|careful with|run(?:ning)? away|escap(?:e|ing) from|bad idea|big mistake|a mistake|red flags?|can't see you|cannot see you|burn(?:ing|ed|t)? (?:out|through)|out of (?:money|savings|energy)|at any cost|no plan|no savings|not ready|isn't ready|aren't ready|wrong (?:time|reason|reasons|move|person|place)|wouldn't (?:do|take|sign|leave|quit|buy|move)|would not (?:do|take|sign|leave|quit|buy|move)|lost me|lose (?:me|people|sleep|your|the)|got lost|gave up|give up|what if|makes? me (?:nervous|uneasy|anxious)|keeps? me up|please don't|don't (?:quit|leave|sign|rush|sell|move))\b/gi,
    -3,
  ],
  [
    /\b(?:(?<!\b(?:never|not) )too (?!much to\b)(?:soon|early|fast|much|many|long|late|big|expensive|risky|rushed|thin|busy|tired|hard|slow|[a-z]+(?:ed|ing|ive|ish|y|le|ous|al|ic))|a bit (?:much|long|late|thin|slow|loud)|not (?:good|strong|clear|fast) enough)\b/gi,
    -3,
  ],
  [
    /\b(?:nobody|no one|no-one) (?:else )?\w+ (?:\w+ ){0,2}(?:like|as well as|the way) you\b|\bnobody else (?:can|could|would|has|writes|makes|does|knows)\b/gi,
    2,
  ],
  // Taken in, or not: what people say of something that they have read, heard or used.
  [
    /\b(?:(?:could(?:n't| not)|can't|cannot) (?:put it down|stop (?:reading|listening|watching|looking|thinking|smiling|eating|playing))|(?:read|listened|watched|played|heard|tried) (?:it |this |the \w+ )?(?:twice|again|three times|in one (?:go|sitting|night))|in one (?:sitting|go)|kept me (?:up|awake) (?:until|till|reading)|missed my (?:stop|exit|bus|train)|(?:forgot|lost track of) (?:the time|time|my phone|to look at|where i was)|made (?:me|us|him|her|them) (?:laugh|cry|smile|want|call|think|happy|feel)|(?:i|we) (?:wept|cried|laughed|smiled)|(?:more|again|another one),? please|want(?:ed)? (?:more|the next|it (?:again|three)|to (?:keep|go on|read on|hear more|know what))|(?:did not|didn't) want (?:it|them) to end|(?:stayed|stays) with me|(?:told|showed) (?:it to )?(?:my|everyone|everybody)|for the first time in (?:a|years|months|\w+ (?:years|months)))\b/gi,
    2,
  ],
  [
    /\b(?:skimmed|skipped (?:it|most|the|pages|half)|(?:looked|looking) at (?:the clock|my watch)|stopped (?:reading|listening|using|watching)|put it (?:down|away)|fell asleep|count(?:s|ed)? the minutes|nearly left|deleted it|switched (?:it )?off)\b/gi,
    -2,
  ],
  // Offers: someone who offers to help supports it.
  [
    /\b(?:i|we)(?:'d| would|'ll| will) (?:gladly |happily |even |also |always )?(?:help|queue|visit|pay|be there|join|support|lend|drive|bring|wear|order|use it|be the first|come(?! back to))\b|\bi (?:want|would love|'d love) to be (?:the|a|one|part|there)\b|\bi did(?:n't| not) (?:care|mind)\b|^(?:do|go)[.!]/gi,
    2,
  ],
  [
    /\b(?:(?:it|that|this) (?:all )?(?:makes sense|fits|adds up)|(?:fits|suits|becomes) you|sounds (?:right|good|great|lovely|wonderful|like a plan)|good for you|in a heartbeat|^finally\b|happiest|feels? (?:right|seen|at home)|full of|with all my heart|best (?:thing|part|one|decision))\b/gi,
    2,
  ],
  [
    /\b(?:against (?:it|this|that|the idea)|why now|(?:do not|don't) (?:see|get|buy) it|(?:does not|doesn't|do not|don't|did not|didn't) (?:add up|make sense|work|fit|convince|help|belong|hold)|(?<!\bi )(?:would not|wouldn't) (?:lend|pay|go|want|recommend|trust|bet|let|come|use|invest|touch|read|put|risk)|deserves? better|i wish (?:you|it|they|we|there)|if only (?:you|it|they|we)|hold (?:it|this) back|(?:are|is|was) (?:lost|gone|finished)|at (?:the|my) (?:end|limit) of|on paper|sighed|rolled (?:his|her|their|your) eyes|waited (?:\w+ )?(?:minutes|hours|weeks)|behind (?:her|his|their|our|my) back)\b/gi,
    -2.5,
  ],
  [
    /\b(?:great|lovely|brave|nice|wonderful|perfect|fine|charming),? if (?:you|one)(?:'re| are)? (?:like|likes|enjoy|enjoys|into|happen|have|has)\b/gi,
    -6,
  ],
  [
    /\b(nothing (?:worries|really|much|at all|comes)|no (?:worries|concerns?|fears?|doubts?|risks?)|not (?:worried|afraid|concerned)|don't worry|isn't a worry|i(?:'d| would) not change|wouldn't change)\b/gi,
    4,
  ],
  [
    /\b(just what (?:the world|we|you) needs?|what could (?:possibly )?go wrong|good luck with that|yeah,? right|sure,? because|oh,? great|how original|another one of|said no one|thrilled to (?:hear|lend)|slow clap|bravo,? really|truly inspired|^as if(?=[.!?]*$))\b/gi,
    -6,
  ],
];

const supportWords = wordSet(
  "love loved alive ready proud thrive shine gift talent gifted brilliant wonderful great excellent excited exciting excite calm steady kind warm patient patience brave courage generous honest joy happy happiest happier glad hope hopeful strong strength confident trust trusted believe inspiring inspire beautiful clear natural naturally easy perfect perfectly amazing fantastic delight delighted fun funny smart wise thoughtful reliable dependable loyal creative original fresh moving touching grow growth flourish proven capable skilled skill best better support supportive encourage lucky grateful enjoy enjoyed energy lit light laugh listen listener comfort comfortable safe solid outstanding impressive charming useful helpful favourite favorite magic sing sparkle bloom well good right deserve freedom free fit like care caring welcome welcoming smile special worth delicious gentle sharp curious ambitious adore adored admire admired admirable applaud appreciate appreciated authentic balanced blessing bright calming captivating celebrate charm cheer cheerful clarity clever comforting committed compassion compassionate compelling competent confidence considerate consistent convincing courageous creativity curiosity dedicated dedication devoted diligent disciplined dream eager earned effective elegant eloquent empathy encouraging encouraged energetic engaging enthusiasm enthusiastic excellence excitement exceptional experienced fair faithful fearless focused fond forgiving friendly fulfilled fulfilling genius genuine gifted graceful gracious gratitude grounded harmony hardworking healthy heartwarming hilarious honesty humble humour humor imaginative impressed improve improved improving inspired integrity intelligent intuitive inventive joyful kindness lively lovely loyalty marvellous marvelous mature meaningful memorable motivated nurturing optimistic organised organized passion passionate peaceful persistent persuasive playful pleasure polite powerful praise precise prepared promising protective radiant realistic refreshing relaxed remarkable resilient resourceful respect respected respectful responsible rewarding satisfying sensible sincere skilful splendid superb succeed success successful tender terrific thankful thorough thrilled thriving touched tremendous trustworthy valuable vibrant vivid warmth warmly wholehearted willing wisdom witty wonderfully worthwhile",
);
const worryWords = wordSet(
  "worry worried worries concern concerned afraid fear scared risk risky danger dangerous debt loan broke burnout exhausted exhaust exhausting tired lonely loneliness alone regret rush rushed rushing hurry impulsive impatient fail failure failing unclear confusing confused confuse boring bored dull weak weakness lose loss losing hard harder difficult struggle struggling stress stressed stressful anxious anxiety nervous doubt uncertain unsure unstable expensive cost costly naive unrealistic wrong mistake bad worse worst problem trouble avoid avoiding escape hide hiding isolate isolated overwhelm overwhelmed overwork late delay delayed abandon quit stubborn defensive interrupt interrupts sharp-tongued cold distant absent forget forgetful unfinished messy slow clumsy cluttered crowded buggy crash crashes broken missing miss sad hurt pain painful angry resent resentment guilt burden fragile thin shallow cliche generic derivative flat cheap ugly annoying frustrating frustrate vanish dark sacrifice suffer unprepared inexperienced hopeless pointless stupid idiot idiotic terrible awful horrible dreadful loser pathetic fool delusional embarrassing embarrass cringe never abandoned abrupt aggressive aimless aloof anger arrogant ashamed awkward bankrupt bitter bleak bossy bully careless chaos chaotic childish complain complains complicated controlling crumble cruel cynical damage decline defeat depressed depressing desperate despair destroy disappoint disappointed disappointing disappointment disaster disconnected dishonest dismissive disorganised disorganized disrespect distracted distracting distrust doomed doubtful drain drained draining dread drown embarrassed endless envy evasive excuses explode explosive fake fearful flaw flawed foolish frantic frightened frightening frighten frustrated frustration gamble gloomy greedy grumpy harsh hasty hate hates helpless hesitant hostile hurts ignore ignored ignores illness immature impatience impossible impractical inconsistent indecisive inflexible insecure insecurity insult interrupting intimidating irresponsible irritable irritate irritated irritating jealous jealousy lack lacking lacks lazy lecture lecturing lecturers meaningless mess miserable misunderstand misunderstood moody nag nagging needy neglect neglected nightmare noisy nonsense obsess obsessed obstacle offend offended overbearing overdo overestimate overload overpriced overreact overspend overthink overthinking overwhelming panic patronising patronizing perfectionism pessimistic petty poor poorly pretentious procrastinate procrastination quarrel rambling reckless refuse rejected reluctant repetitive resentful restless rigid rude ruin ruined sarcastic scary scattered selfish shaky shame shortage shout shouting sloppy smug strain strained sulk superficial tactless tedious tense tension terrified thoughtless threat threaten tiresome tiring toxic trapped troubled unaware unbearable uncomfortable unconvincing underestimate uneasy unfair unfocused unhappy unhealthy unkind unpleasant unpredictable unqualified unreliable unsafe unstable upset useless vague vain wasted weary withdrawn wreck yell yelling",
);

const negators = wordSet(
  "not n't no never without hardly barely nobody nothing none neither nor cannot cant dont less",
);
const boundaries = new Set([",", ";", ":", "–", "—", "and", "but", "because"]);
const strengtheners = wordSet(
  "very really truly deeply genuinely so extremely absolutely completely always most",
);
const softeners = wordSet("slightly somewhat little bit maybe perhaps sometimes");
/** What follows one of these counts for more than what it follows. */
const turns = wordSet("but however yet still except only");
/** What one of these opens is granted, not meant. */
const concessions = wordSet("although though despite while even");

/** Reads support and worry from a sentence, clause by clause: negation turns a word, "but" weighs what follows it. */
export function readFeeling(sentence: Sentence, language: Language): Feeling {
  const total: Feeling = { support: 0, worry: 0 };
  for (const { words, weight } of splitClauses(sentence)) {
    add(total, scoreFeeling(words, language), weight);
  }
  const text = sentence.text.replaceAll("’", "'");
  const turned = /\b(?:but|however|yet)\b/i.exec(text);
  for (const [pattern, value] of stances) {
    for (const match of text.matchAll(pattern)) {
      const before = turned !== null && match.index < turned.index;
      // "I would not do it": what follows a negation was matched by the other pattern, or is its opposite.
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

function scoreFeeling(words: readonly Word[], language: Language): Feeling {
  const feeling: Feeling = { support: 0, worry: 0 };
  // "Nothing you do is ever boring."
  const isOfNothing = /^(?:nothing|nobody|none)$/.test(words[0]?.normal ?? "");
  words.forEach((word, index) => {
    const value = wordValue(word, language);
    if (value === 0) return;
    const near = words.slice(Math.max(0, index - 4), index).map(({ normal }) => normal);
    // A not does not reach over an "and": "she said no and I slept better".
    const before = near.slice(near.findLastIndex((normal) => boundaries.has(normal)) + 1);
    // "You listen to nobody" listens as little as "nobody listens".
    const after = words.slice(index + 1, index + 4).map(({ normal }) => normal);
    const negated =
      isOfNothing ||
      before.some((normal) => negators.has(normal)) ||
      (value > 0 && after.some((normal) => normal === "nobody" || normal === "none"));
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

function wordValue({ normal, lemma, pos, isStop }: Word, language: Language): number {
  // "He looks like you", "she laughed so hard": no liking, no hardship.
  if (lemma === "like" && pos !== "VERB") return 0;
  if (normal === "hard" && pos === "ADV") return 0;
  if (supportWords.has(normal) || supportWords.has(lemma)) return 1;
  if (normal !== "never" && (worryWords.has(normal) || worryWords.has(lemma))) return -1;
  if (isStop || !/^[a-z]{3,}$/.test(normal)) return 0;
  const known = language.feelingOf(normal);
  return Math.abs(known) < 0.2 ? 0 : known * 0.6;
}
