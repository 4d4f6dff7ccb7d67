import { foldName, spaceless, transliterate } from "#server/features/invites/people/fold-name.ts";
import { isEnglishWord } from "./words/english-words.ts";
import { isEnglish } from "./words/languages.ts";
import { wordSet } from "./words/word-set.ts";

const mark = "…";
/** Also as people hide them from machines: "ana (at) people.example", "ana at people dot example". */
const emails =
  /(?<![\p{L}\d._%+-])[\p{L}\d._%+-]+(?:\s*(?:[@＠]|[([{]\s*(?:at|ät|@)\s*[)\]}])\s*[\p{L}\d-]+(?:(?:\.|\s*[([{]\s*(?:dot|punkt|\.)\s*[)\]}]\s*|\s+dot\s+)[\p{L}\d-]+)+|\s+at\s+[\p{L}\d-]+(?:\s+dot\s+[\p{L}\d-]+)+)/giu;
/** Seven digits or more that are written like a number to call; years, prices and times have fewer. */
const phones = /(?<![\p{L}\d])\+?\d(?:[\s()./-]{0,2}\d){6,14}(?![\p{L}\d])/gu;

/** Capitals that name no person: months, days, places, languages. */
const notNames = wordSet(
  "I I'm I'd I'll I've Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September October November December Christmas Easter English French German Spanish Portuguese Italian Dutch Polish Turkish Russian Chinese Japanese Arabic Europe European Africa African Asia Asian America American Britain British England London Paris Berlin Lisbon Porto Madrid Rome Milan Vienna Zurich Amsterdam Brussels Dublin Boston Chicago Singapore Tokyo Sydney Germany France Spain Portugal Italy Austria Switzerland Netherlands Belgium Ireland Scotland Wales Canada Australia India China Japan Brazil Mexico God Internet Paraline Pilates Covid Dr Mr Mrs Ms OK Okay TV PhD MBA CEO CV",
);

/** Written in more ways than one: Whatsapp, WhatsApp. */
const brands = wordSet(
  "airbnb amazon apple chatgpt discord dropbox duolingo ebay etsy excel facebook figma fiverr github gitlab gmail google ikea instagram kickstarter lego linkedin microsoft netflix openai patreon paypal photoshop pinterest playstation powerpoint reddit shopify skype snapchat spotify squarespace substack tesla tiktok trello twitch twitter uber udemy upwork vinted vimeo whatsapp wikipedia wordpress xbox youtube zoom",
);

const isNoName = (word: string) =>
  [word.replaceAll("’", "'"), word.replace(/s$/, "")].some(
    (form) => notNames.has(form) || brands.has(form.toLowerCase()),
  );

/** Whether a word with a capital is known to be something else than a person's name. */
export const isKnownWord = (word: string) => isNoName(word) || isEnglishWord(word);

/** First names common enough to be recognized without a guest list, even at the start of a sentence. */
const firstNames = wordSet(
  "Aaron Adam Adrian Agnes Ahmed Aisha Alan Albert Alex Alexander Alexandra Alfred Ali Alice Alicia Alina Amanda Amelia Amy Ana Andrea Andreas Andrew Angela Anita Anja Ann Anna Anne Annette Anthony Antonia Antonio Arthur Astrid Barbara Beatrice Ben Benjamin Bernd Beth Bettina Beverly Bill Billy Bob Bobby Brad Brian Bruno Camilla Carla Carlos Carmen Caroline Catherine Cecilia Charles Charlotte Chris Christian Christina Christine Christoph Claire Clara Clarence Claudia Cleo Colin Connor Constance Cristina Daniel Daniela David Deborah Denise Dennis Diana Diego Dieter Dominic Dorothy Edith Edward Elena Elias Elisabeth Elizabeth Ella Ellen Elsa Emil Emily Emma Eric Erik Esther Eva Evelyn Fatima Felix Fiona Florence Florian Frances Francesca Francis Frank Franz Fred Frederick Fritz Gabriel Gabriele Gary Georg George Gerald Gloria Gordon Graham Greta Hannah Hank Hans Harold Harry Heidi Helen Helena Helga Henry Hilde Hugo Ian Ibrahim Ida Ines Ingrid Irene Iris Isabel Isabella Ivan Jack Jacob Jakob James Jan Jana Jane Janet Jasmin Jason Javier Jean Jennifer Jenny Jeremy Jessica Jimmy Joachim Joan Joao Jochen Joe Johan Johanna John Jonas Jonathan Jorge Jose Joseph Josephine Josh Juan Judith Julia Julian Juliet Jutta Karen Karin Karl Kate Katharina Katherine Kathrin Katja Kevin Kimberly Klaus Kurt Lara Lars Laura Laurence Lea Lena Leo Leon Leonie Liam Lina Linda Lisa Louis Louise Luca Lucas Lucia Lucy Luis Luke Lukas Magda Manuel Marc Marco Margaret Maria Marie Marina Mario Marta Martha Martin Martina Mary Mateo Mathias Matt Matthew Matthias Max Maya Megan Melanie Mia Michael Michaela Michelle Mick Miguel Mike Mila Miriam Mohamed Mohammed Molly Monica Monika Nadia Nadine Natalie Nathan Nicholas Nick Nicola Nicole Nils Nina Noah Nora Norbert Oliver Olivia Omar Oscar Pablo Pamela Patricia Patrick Paul Paula Pedro Peter Petra Philip Philipp Pia Priya Rachel Ralf Ralph Raul Rebecca Regina Renate Ricardo Richard Rick Rita Robert Roberto Robin Roger Roland Rosa Ruth Ryan Sabine Sally Sam Samuel Sandra Sara Sarah Sebastian Sergio Silvia Simon Simone Sofia Sonja Sophia Sophie Stefan Stefanie Stephanie Stephen Steve Steven Susan Susanne Sven Sylvia Tamara Tanja Ted Terence Teresa Terry Theo Thomas Tim Timothy Tina Tobias Tom Tomas Tony Ursula Uwe Valentina Vanessa Vera Verena Veronica Victor Victoria Vincent Viktor Walter Werner Wendy William Wolfgang Yasmin Yusuf Zoe",
);

const firstNamesSmall = new Set([...firstNames].map((name) => name.toLowerCase()));

const letter = `[\\p{L}--[${spaceless}]]`;
/** Begins with a letter that is not separated by a space from the previous word. */
export const beginsSpaceless = new RegExp(`^[${spaceless}]`, "v");
const spacelessRuns = new RegExp(`[${spaceless}][${spaceless}\\p{M}]+`, "gv");
/** Names in these scripts have two to four letters; in the others that know no spaces they may be long. */
const isDense = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const endsSpaceless = new RegExp(`[${spaceless}]$`, "v");

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** People who might be named: the owner, and everyone who is or was invited. */
export interface KnownNames {
  names: readonly string[];
  /** Whether a word is of the name of someone removed since. */
  isRemoved?: (word: string) => boolean;
}

/** First names that are words when they are written small: in English, and in other languages. */
const smallWords = wordSet("christian jan marina robin roger victor");
const smallWordsElsewhere = wordSet(
  "ben clara claire ella gloria ida linda marco mia mila rosa sam sole vera victoria",
);

/** Words that begin a sentence in which someone says something, or stand there before an "is" that is cut short. */
const common = wordSet(
  "a an the this that these those it he she we you they there here what who which where when why how whoever whatever everybody everyone everything somebody someone something nobody nothing anybody anyone anything one another other both each either neither none no not yes now then once never always often sometimes maybe perhaps just even only still also so as if but and or because since although though while before after until unless like with without for from in on at to of about by my your his her our their its let being having well better best easier sooner enough more most less least much many few some any all half first second last next later today tomorrow yesterday tonight soon again mum mom mother mama dad father papa parent brother sister son daughter aunt uncle cousin niece nephew gran granny grandma grandpa grandmother grandfather family husband wife partner girlfriend boyfriend baby child children kid boy girl man men woman women guy lady person people friend mate buddy colleague boss manager director leader teacher tutor coach mentor doctor nurse therapist lawyer accountant banker bank landlord landlady neighbour neighbor customer client guest host user reader writer author editor publisher agent artist expert professor student school university college company firm team board committee council office shop store bakery baker kitchen restaurant cafe studio house home flat garden room street town city village country world life love work job money rent time day night morning evening afternoon week weekend month year spring summer autumn winter season weather nature body heart head mind gut soul spirit voice instinct intuition conscience reason logic experience history wisdom tradition truth fact fear hope faith joy pride patience trust courage kindness luck chance change choice decision risk idea plan dream goal project book story song music film play game art craft science research report letter note message answer question word sentence page sign rule law market business trade industry economy government state church god society culture internet data math paper press media radio television dog cat horse bird tree water food bread coffee tea wine health sleep rest peace quiet silence age youth past present future end beginning start part point side way thing place name number price cost budget debt tax cash income salary saving pension insurance contract deal offer help support advice feedback care health energy effort skill talent sorry thanks thank dear hi hello hey great good nice fine true false sure right wrong fair hard easy long short old young new big small little real ask tell say think know see look listen remember imagine consider believe trust try talk",
);
const commonForm = /(?:ness|tion|sion|ment|ity|ing|ship|ery|ence|ance|ism|hood|ology|\p{L}{5}ly)$/u;

const says =
  /^(?:[ \t]+(?:\p{Lu}[\p{L}'’-]+|…))*[ \t]+(?:(?:also|always|just|never|once|often|still|even|really)[ \t]+)?(?:told|tells|said|says|thinks|thought|asked|asks|suggested|suggests|warned|warns|mentioned|reckons|recommended|recommends|advised|advises)(?!\p{L})/u;

const capitalised = /\p{Lu}[\p{L}'’]*\p{Ll}(?:[-'’]\p{L}+)*/gu;

/**
 * Redacts what would reveal a text's author or subject: addresses, phone numbers, the names given (of the
 * invited and of the owner), and other people's names as far as spelling shows them. Each becomes "…". Words
 * from the owner's own texts stay, unless they are among the names. All the answers together show which words at a
 * sentence's start are names: those that are capitalized inside sentences too. Source: docs/product.md, Insights.
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
  const namesInAnswers = capitalsInside(answerTexts);
  return (text) => {
    const redacted = redactKnown(text);
    const englishOnly = isEnglish(text);
    const named = new Set([...namesInAnswers, ...capitalsInside([text])]);
    const isCommon = (word: string) => {
      const small = word.toLowerCase();
      return [small, small.replace(/s$/, "")].some(
        (form) =>
          common.has(form) ||
          ownerWords.has(form) ||
          (commonForm.test(form) && isEnglishWord(form) && !named.has(word)),
      );
    };
    const isNameAtStart = (word: string, ending: string, rest: string, at: number) => {
      const isSignature = signs(redacted, at, rest);
      if (namesThatAreWords.has(word.toLowerCase())) return says.test(rest) || isSignature;
      if (isCommon(word)) return false;
      if (named.has(word) || ending !== "" || says.test(rest)) return true;
      // Other languages have no word list: only what is in a name's position is removed.
      return englishOnly ? !isEnglishWord(word) : isSignature;
    };
    return redacted
      .replace(capitalised, (word, at: number) => {
        const bare = word.replace(/['’]s$/u, "");
        const ending = word.slice(bare.length);
        const rest = redacted.slice(at + word.length);
        const [goesOn = ""] = /^[\p{Lu}\d]+/u.exec(rest) ?? [];
        if (isNoName(bare + goesOn) || ownerWords.has(bare)) return word;
        // "Gr8" is no name, "Okonkwo22" may be someone's handle.
        if (/^\d$/.test(goesOn) && !isFirstName(bare)) return word;
        if (bare.split("-").some(isFirstName) || !startsSentence(redacted, at))
          return mark + ending;
        return isNameAtStart(bare, ending, rest, at) ? mark + ending : word;
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
        return isName && !isWord ? mark : word;
      });
  };
}

/** What a letter closes with, at the end of a line. */
const closes =
  /(?<!\p{L})(?:regards|sincerely|hugs|kisses|gr(?:ü|ue)(?:ß|ss)e|gru(?:ß|ss)|g?lg|vg|mfg|umarmung|saludos|abrazos?|besos?|cariño|bises|bisous|cordialement|amicalement|amitiés|embrasse|saluti|bacio?|bacioni|abbraccio?|affetto|abraços?|beij(?:os?|inhos?)|carinho|groet(?:en|jes)?|liefs|kus(?:jes)?|knuffels?|pozdrawiam|uściski|buziaki)[\s,.!]*$/iu;
/** The same where the words are everyday ones: only a line of nothing else closes. */
const closesAlone =
  /^\s*(?:(?:(?:with|lots of|much|all)\s+)?(?:my\s+)?(?:love|best)|(?:all the |very )?best(?: wishes)?|(?:with\s+)?(?:warm|kind|best) wishes|yours(?: truly| ever| always| faithfully)?|cheers|warmly|take care|x+(?:ox*)*|alles liebe|alles gute|in liebe|herzlichst|(?:dein|deine|euer|eure)(?: freund(?:in)?)?|tu amig[oa]|ton ami|ta amie)[\s,.!]*$/iu;

/**
 * Whether a word is signed with: it has the last line to itself, after a dash or under a closing ("Yours\nTunde"). The
 * last line of a list has one word too.
 */
function signs(text: string, at: number, rest: string): boolean {
  if (!/^[\s.!]*$/u.test(rest)) return false;
  const [line = "", above = ""] = text.slice(0, at).split(/\s*\n/u).toReversed();
  if (/[^\s–—-]/u.test(line)) return false;
  const isDashed = /[–—-]/u.test(line) && /^\s*[^\s–—-]/u.test(above);
  return isDashed || closes.test(above) || closesAlone.test(above);
}

/** Words with a capital that is not their sentence's, unless they are as often written small. */
function capitalsInside(texts: readonly string[]): Set<string> {
  const counts = new Map<string, number>();
  const small = new Map<string, number>();
  for (const text of texts.map((entry) => entry.normalize("NFC")).filter(isEnglish)) {
    for (const { 0: word, index } of text.matchAll(capitalised)) {
      const bare = word.replace(/['’]s$/u, "");
      if (!startsSentence(text, index)) counts.set(bare, (counts.get(bare) ?? 0) + 1);
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

/** Takes out addresses, numbers to call and the names given, and no others. */
export function createKnownRedactor({
  names,
  isRemoved = () => false,
}: KnownNames): (text: string) => string {
  const given = [
    ...new Set(
      names.flatMap((name) => {
        const whole = name.normalize("NFC").trim();
        return [whole, ...whole.split(/[\s-]+/)];
      }),
    ),
  ].filter((name) => name.length >= 2);
  const listed = matchNames(given);
  const asGiven = new Set(given.map((name) => name.toLowerCase()));

  return (text) => {
    let redacted = text.normalize("NFC").replace(emails, mark).replace(phones, mark);
    if (listed !== undefined) {
      redacted = replaceFolded(redacted, listed, (found, folded, at, whole) => {
        // "will" is a word and "Will" a name: in small letters only names that are no word of three letters or more.
        if (isSmallWord(found, folded)) return found;
        // "Đỗ" is a name and "do" a word: a name this short counts without its accents only when capitalized.
        const isRespelled = folded.length <= 3 && !asGiven.has(found.toLowerCase());
        return isRespelled && (/^\p{Ll}/u.test(found) || startsSentence(whole, at)) ? found : mark;
      });
    }
    return replaceRemovedInRuns(redacted, isRemoved).replace(/[\p{L}\p{M}]+/gu, (word) => {
      const folded = foldName(word).text;
      const spellings = [word, folded, ...[word, folded].map(withoutPlural)];
      return spellings.some((spelling) => isRemoved(spelling)) && !isSmallWord(word, folded)
        ? mark
        : word;
    });
  };
}

/** Names that are everyday words as well: written small, they are the word. */
const namesThatAreWords = wordSet(
  "will may mark grace hope faith joy rose art bill rob pat sue drew dawn summer autumn april june august jade ruby iris lily daisy heather holly ivy hazel olive amber pearl crystal max penny frank grant chase miles jack dean earl ray rich guy jean chip cliff dale glen wade ward lane reed brook cole page young king long small brown green white black gray grey wood woods field stone hill day",
);

function isSmallWord(found: string, folded: string): boolean {
  if (!/^\p{Ll}/u.test(found)) return false;
  const small = folded.toLowerCase();
  return namesThatAreWords.has(small) || namesThatAreWords.has(small.replace(/s$/, ""));
}

/** "Okonkwos" are of the name, "this" and "class" are not of Thi and Clas. */
const plural = /(?<=[\p{L}\p{M}]{3}[^sxz])s$/iu;
const withoutPlural = (word: string) => word.replace(plural, "");

/** The names in a folded text, also in the plural or with the digits that handles end in. */
function matchNames(names: readonly string[]): RegExp | undefined {
  const spellings = new Set(
    names
      .flatMap((name) => [name, transliterate(name)])
      .map((name) => foldName(name).text.toLowerCase())
      .filter((name) => name !== ""),
  );
  if (spellings.size === 0) return undefined;
  const longestFirst = [...spellings].toSorted((a, b) => b.length - a.length);
  const pattern = (name: string) => {
    const inner = name
      .split(/[\s'’-]+/)
      .map(escaped)
      .join("[\\s·・'’\\-]*");
    const ending = plural.test(`${name}s`) ? "s?\\d*" : "\\d*";
    return inner + (endsSpaceless.test(name) ? "" : `${ending}(?!${letter})`);
  };
  const anywhere = longestFirst.filter((name) => beginsSpaceless.test(name)).map(pattern);
  const atWords = longestFirst.filter((name) => !beginsSpaceless.test(name)).map(pattern);
  return new RegExp(
    [...anywhere, ...(atWords.length > 0 ? [`(?<!${letter})(?:${atWords.join("|")})`] : [])].join(
      "|",
    ),
    "giv",
  );
}

/** Names of removed people in scripts without spaces between words: tries every few letters of a run. */
function replaceRemovedInRuns(text: string, isRemoved: (word: string) => boolean): string {
  return text.replace(spacelessRuns, (run) => {
    const letters = run.match(/\P{M}\p{M}*/gu) ?? [];
    const longest = isDense.test(run) ? 4 : 12;
    let replaced = "";
    for (let at = 0; at < letters.length; ) {
      let length = Math.min(longest, letters.length - at);
      while (length >= 2 && !isRemoved(letters.slice(at, at + length).join(""))) length -= 1;
      replaced += length >= 2 ? mark : letters[at];
      at += Math.max(length, 1);
    }
    return replaced;
  });
}

/** Replaces in a text what a pattern finds in its folded copy. */
function replaceFolded(
  text: string,
  pattern: RegExp,
  replace: (found: string, folded: string, at: number, text: string) => string,
): string {
  const folded = foldName(text);
  let replaced = "";
  let done = 0;
  for (const match of folded.text.matchAll(pattern)) {
    const from = folded.at[match.index] ?? text.length;
    const to = folded.at[match.index + match[0].length] ?? text.length;
    if (from < done) continue;
    replaced += text.slice(done, from) + replace(text.slice(from, to), match[0], from, text);
    done = to;
  }
  return replaced + text.slice(done);
}

/** Where a capital is only spelling: after a full stop, a line's start, an opening quotation mark, a colon. */
export function startsSentence(text: string, at: number): boolean {
  const before = text.slice(0, at).trimEnd();
  return (
    before === "" ||
    text.slice(before.length, at).includes("\n") ||
    /[.!?:…"“”„«(•*-]$/u.test(before)
  );
}
