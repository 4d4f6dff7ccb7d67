import { foldName } from "#server/features/invites/people/fold-name.ts";
import {
  createKnownRedactor,
  type KnownNames,
  namesThatAreWords,
  redactionMark,
} from "./known-names.ts";
import { isCommonEnglishWord, isEnglishWord, isUnlikelyName } from "./words/english-words.ts";
import { isGermanNameAtStart, isGermanNoun } from "./words/german-words.ts";
import { createLanguageFinder } from "./words/languages.ts";
import { startsSentence } from "./words/starts-sentence.ts";
import { wordSet } from "./words/word-set.ts";

/** Capitalized words that name no person: months, days, places, languages. */
const notNames = wordSet(
  "I I'm I'd I'll I've Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September October November December Christmas Easter English French German Spanish Portuguese Italian Dutch Polish Turkish Russian Chinese Japanese Arabic Europe European Africa African Asia Asian America American Britain British England London Paris Berlin Lisbon Porto Madrid Rome Milan Vienna Zurich Amsterdam Brussels Dublin Boston Chicago Singapore Tokyo Sydney Germany France Spain Portugal Italy Austria Switzerland Netherlands Belgium Ireland Scotland Wales Canada Australia India China Japan Brazil Mexico God Internet Paraline Pilates Covid Dr Mr Mrs Ms OK Okay TV PhD MBA CEO CV",
);

/** Brands, which people write in more ways than one: Whatsapp, WhatsApp. */
const brands = wordSet(
  "airbnb amazon apple chatgpt discord dropbox duolingo ebay etsy excel facebook figma fiverr github gitlab gmail google ikea instagram kickstarter lego linkedin microsoft netflix openai patreon paypal photoshop pinterest playstation powerpoint reddit shopify skype snapchat spotify squarespace substack tesla tiktok trello twitch twitter uber udemy upwork vinted vimeo whatsapp wikipedia wordpress xbox youtube zoom",
);

const isNoName = (word: string) =>
  [word.replaceAll("’", "'"), word.replace(/s$/, "")].some(
    (form) => notNames.has(form) || brands.has(form.toLowerCase()),
  );

/** Whether a capitalized word is known to be something else than a person's name. */
export const isKnownWord = (word: string) => isNoName(word) || isEnglishWord(word);

/**
 * First names that are common enough to be recognized without a list of invited people, even at the start of a
 * sentence.
 */
const firstNames = wordSet(
  "Aaron Adam Adrian Agnes Ahmed Aisha Alan Albert Alex Alexander Alexandra Alfred Ali Alice Alicia Alina Amanda Amelia Amy Ana Andrea Andreas Andrew Angela Anita Anja Ann Anna Anne Annette Anthony Antonia Antonio Arthur Astrid Barbara Beatrice Ben Benjamin Bernd Beth Bettina Beverly Bill Billy Bob Bobby Brad Brian Bruno Camilla Carla Carlos Carmen Caroline Catherine Cecilia Charles Charlotte Chris Christian Christina Christine Christoph Claire Clara Clarence Claudia Cleo Colin Connor Constance Cristina Daniel Daniela David Deborah Denise Dennis Diana Diego Dieter Dominic Dorothy Edith Edward Elena Elias Elisabeth Elizabeth Ella Ellen Elsa Emil Emily Emma Eric Erik Esther Eva Evelyn Fatima Felix Fiona Florence Florian Frances Francesca Francis Frank Franz Fred Frederick Fritz Gabriel Gabriele Gary Georg George Gerald Gloria Gordon Graham Greta Hannah Hank Hans Harold Harry Heidi Helen Helena Helga Henry Hilde Hugo Ian Ibrahim Ida Ines Ingrid Irene Iris Isabel Isabella Ivan Jack Jacob Jakob James Jan Jana Jane Janet Jasmin Jason Javier Jean Jennifer Jenny Jeremy Jessica Jimmy Joachim Joan Joao Jochen Joe Johan Johanna John Jonas Jonathan Jorge Jose Joseph Josephine Josh Juan Judith Julia Julian Juliet Jutta Karen Karin Karl Kate Katharina Katherine Kathrin Katja Kevin Kimberly Klaus Kurt Lara Lars Laura Laurence Lea Lena Leo Leon Leonie Liam Lina Linda Lisa Louis Louise Luca Lucas Lucia Lucy Luis Luke Lukas Magda Manuel Marc Marco Margaret Maria Marie Marina Mario Marta Martha Martin Martina Mary Mateo Mathias Matt Matthew Matthias Max Maya Megan Melanie Mia Michael Michaela Michelle Mick Miguel Mike Mila Miriam Mohamed Mohammed Molly Monica Monika Nadia Nadine Natalie Nathan Nicholas Nick Nicola Nicole Nils Nina Noah Nora Norbert Oliver Olivia Omar Oscar Pablo Pamela Patricia Patrick Paul Paula Pedro Peter Petra Philip Philipp Pia Priya Rachel Ralf Ralph Raul Rebecca Regina Renate Ricardo Richard Rick Rita Robert Roberto Robin Roger Roland Rosa Ruth Ryan Sabine Sally Sam Samuel Sandra Sara Sarah Sebastian Sergio Silvia Simon Simone Sofia Sonja Sophia Sophie Stefan Stefanie Stephanie Stephen Steve Steven Susan Susanne Sven Sylvia Tamara Tanja Ted Terence Teresa Terry Theo Thomas Tim Timothy Tina Tobias Tom Tomas Tony Ursula Uwe Valentina Vanessa Vera Verena Veronica Victor Victoria Vincent Viktor Walter Werner Wendy William Wolfgang Yasmin Yusuf Zoe",
);

const firstNamesSmall = new Set([...firstNames].map((name) => name.toLowerCase()));

/** First names that are words if they are in lower case: in English, and in other languages. */
const smallWords = wordSet("christian jan marina robin roger victor");
const smallWordsElsewhere = wordSet(
  "ben clara claire ella gloria ida linda marco mia mila rosa sam sole vera victoria",
);

/** Endings of words that name a subject rather than a person. */
const commonForm = /(?:ness|tion|sion|ment|ity|ing|ship|ery|ence|ance|ism|hood|ology|\p{L}{5}ly)$/u;

const says =
  /^(?:[ \t]+(?:\p{Lu}[\p{L}'’-]+|…))*[ \t]+(?:(?:also|always|just|never|once|often|still|even|really)[ \t]+)?(?:told|tells|said|says|thinks|thought|asked|asks|suggested|suggests|warned|warns|mentioned|reckons|recommended|recommends|advised|advises)(?!\p{L})/u;

const capitalised = /\p{Lu}[\p{L}'’]*\p{Ll}(?:[-'’]\p{L}+)*/gu;

/**
 * Makes a function that redacts what would reveal a text's author or subject: addresses, phone numbers, the given names
 * (of the owner and the people invited), and other people's names as far as spelling shows them. Each becomes "…".
 * Words from the owner's own texts stay, unless they are among the given names. At the start of a sentence, a word
 * counts as a name if the answers capitalize it within sentences too. Source: docs/product.md, Insights.
 */
export function createRedactor(
  names: KnownNames,
  ownerTexts: readonly string[],
  answerTexts: readonly string[] = [],
): (text: string) => string {
  const redactKnown = createKnownRedactor(names);
  const ownerWords = new Set(
    ownerTexts.flatMap((text) => text.normalize("NFC").match(/\p{L}[\p{L}'’-]+/gu) ?? []),
  );
  const languageOf = createLanguageFinder([...ownerTexts, ...answerTexts]);
  const isNoun = (text: string, word: string, at: number) =>
    languageOf(text) === "de" &&
    isGermanNoun(word, text.slice(0, at), text.slice(at + word.length));
  const namesInAnswers = capitalsInside(answerTexts, isNoun);
  return (text) => {
    const redacted = redactKnown(text);
    const language = languageOf(text);
    const englishOnly = language === "en";
    const namesInText = capitalsInside([text], isNoun);
    const isNamed = (word: string) => namesInAnswers.has(word) || namesInText.has(word);
    const hasForm = (word: string, isKnown: (form: string) => boolean) => {
      const small = word.toLowerCase();
      return isKnown(small) || isKnown(small.replace(/s$/, ""));
    };
    const isNameAtStart = (word: string, ending: string, rest: string, at: number) => {
      const isSignature = signs(redacted, at, rest);
      if (namesThatAreWords.has(word.toLowerCase())) return says.test(rest) || isSignature;
      const isSpoken = (form: string) =>
        isUnlikelyName(form) ||
        ownerWords.has(form) ||
        (commonForm.test(form) && isEnglishWord(form) && !isNamed(word));
      if (hasForm(word, isSpoken)) return false;
      if (says.test(rest) || isSignature) return true;
      if (language === "de" && isGermanNameAtStart(word, rest)) return true;
      if (hasForm(word, isCommonEnglishWord)) return false;
      if (language === "de" && isGermanNoun(word)) return false;
      // Other languages have no word list, so a word is removed only if its position shows a name.
      return isNamed(word) || ending !== "" || (englishOnly && !isEnglishWord(word));
    };
    return redacted
      .replace(capitalised, (word, at: number) => {
        const bare = word.replace(/['’]s$/u, "");
        const ending = word.slice(bare.length);
        const rest = redacted.slice(at + word.length);
        const [goesOn = ""] = /^[\p{Lu}\d]+/u.exec(rest) ?? [];
        if (isNoName(bare + goesOn) || ownerWords.has(bare)) return word;
        // "Gr8" is not a name, but "Okonkwo22" may be somebody's handle.
        if (/^\d$/.test(goesOn) && !isFirstName(bare)) return word;
        if (bare.split("-").some(isFirstName)) return redactionMark + ending;
        if (!startsSentence(redacted, at)) {
          const isGerman = language === "de" && isGermanNoun(bare, redacted.slice(0, at), rest);
          return isGerman ? word : redactionMark + ending;
        }
        return isNameAtStart(bare, ending, rest, at) ? redactionMark + ending : word;
      })
      .replace(/(?<![\p{L}\p{M}])(?:\p{Ll}{2,}|\p{Lu}{2,})(?![\p{L}\p{M}])/gu, (word) => {
        const small = word.toLowerCase();
        const isName = englishOnly ? isFirstName(small) : firstNamesSmall.has(small);
        const isWord =
          namesThatAreWords.has(small) ||
          smallWords.has(small) ||
          (!englishOnly && smallWordsElsewhere.has(small)) ||
          ownerWords.has(word) ||
          ownerWords.has(small.charAt(0).toUpperCase() + small.slice(1));
        return isName && !isWord ? redactionMark : word;
      });
  };
}

/** Closings of a letter, at the end of a line. */
const closes =
  /(?<!\p{L})(?:regards|sincerely|hugs|kisses|gr(?:ü|ue)(?:ß|ss)e|gru(?:ß|ss)|g?lg|vg|mfg|umarmung|saludos|abrazos?|besos?|cariño|bises|bisous|cordialement|amicalement|amitiés|embrasse|saluti|bacio?|bacioni|abbraccio?|affetto|abraços?|beij(?:os?|inhos?)|carinho|groet(?:en|jes)?|liefs|kus(?:jes)?|knuffels?|pozdrawiam|uściski|buziaki)[\s,.!]*$/iu;
/** Everyday words that close a letter only if they are the whole line. */
const closesAlone =
  /^\s*(?:(?:(?:with|lots of|much|all)\s+)?(?:my\s+)?(?:love|best)|(?:all the |very )?best(?: wishes)?|(?:with\s+)?(?:warm|kind|best) wishes|yours(?: truly| ever| always| faithfully)?|cheers|warmly|take care|x+(?:ox*)*|alles liebe|alles gute|in liebe|herzlichst|(?:dein|deine|euer|eure)(?: freund(?:in)?)?|tu amig[oa]|ton ami|ta amie)[\s,.!]*$/iu;

/**
 * Whether a word is a signature: it has the last line to itself, after a dash or under a closing ("Yours\nTunde").
 * Without these it may be the last item of a list.
 */
function signs(text: string, at: number, rest: string): boolean {
  if (!/^[\s.!]*$/u.test(rest)) return false;
  const [line = "", above = ""] = text.slice(0, at).split(/\s*\n/u).toReversed();
  if (/[^\s–—-]/u.test(line)) return false;
  const isDashed = /[–—-]/u.test(line) && /^\s*[^\s–—-].*[^:]$/u.test(above);
  return isDashed || closes.test(above) || closesAlone.test(above);
}

/** Words that are capitalized within sentences, except nouns and words that are as often in lower case. */
function capitalsInside(
  texts: readonly string[],
  isNoun: (text: string, word: string, at: number) => boolean,
): Set<string> {
  const counts = new Map<string, number>();
  const small = new Map<string, number>();
  for (const text of texts.map((entry) => entry.normalize("NFC"))) {
    for (const { 0: word, index } of text.matchAll(capitalised)) {
      const bare = word.replace(/['’]s$/u, "");
      if (!startsSentence(text, index) && !isNoun(text, bare, index)) {
        counts.set(bare, (counts.get(bare) ?? 0) + 1);
      }
    }
    for (const [word] of text.matchAll(/(?<!\p{L})\p{Ll}+(?!\p{L})/gu)) {
      small.set(word, (small.get(word) ?? 0) + 1);
    }
  }
  return new Set(
    [...counts]
      .filter(([word, count]) => count > (small.get(word.toLowerCase()) ?? 0))
      .map(([word]) => word),
  );
}

export const isFirstName = (word: string) => firstNamesSmall.has(foldName(word).text.toLowerCase());
