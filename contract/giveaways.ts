/** What somebody may be to the one who asked. */
const relations = String.raw`(?:(?:(?:step|half|god|grand)-?)?(?:mother|mom|mum|father|dad|sister|brother|daughter|son)(?:-in-law)?|parent|granny|grandma|grandpa|grandad|wife|husband|spouse|(?:business )?partner|ex(?:-(?:wife|husband|girlfriend|boyfriend))?|girlfriend|boyfriend|fianc[eé]e?|cousin|aunt|uncle|niece|nephew|boss|manager|supervisor|colleague|co-?worker|team-?mate|class-?mate|room-?mate|flat-?mate|house-?mate|neighbou?r|landlord|landlady|(?:(?:best|oldest|old) )?friend|teacher|student|mentor|therapist|doctor|coach|employee|assistant)s?(?![-\w])`;

const yours = String.raw`\byour (?:\w+ )?${relations}`;
/** A name, or what is left where one was taken out. */
const name = String.raw`(?:,? (?:[\p{L}’'-]+|…),?)?`;
const often = "(?:(?:has|had|have|also|always|once|just|often|even) ){0,2}";
const relative =
  "(?:mother|mom|mum|father|dad|parents|grandmother|grandfather|grandma|grandpa|brother|sister|son|daughter|kids?|marriage|wedding|honeymoon|boss|manager)";

/** Ways to say who one is to the reader. English alone: of other languages nothing is found. */
const author_hints = [
  // "As your sister", and not "As your sister says".
  String.raw`\bas ${yours.slice(2)}(?! (?:says?|said|tells?|told|knows?|knew|thinks?|thought|does|did|is|was|are|were|has|had|have|will|would|can|could|used|always|often|once)\b)`,
  String.raw`\b(?:being|i am|i[’']m|coming from) ${yours.slice(2)}`,
  String.raw`${yours}${name} ${often}(?:told|tells?|asks?|asked|called|texted|warned|promised|introduced|invited|showed|gave|raised|taught|hired|married|(?:said|says|wrote|writes|mentioned|complained|complains) to|confided in) (?:me|us)\b`,
  String.raw`(?:^|[.!?:;,–—-]\s*|\b(?:when|while|because|since|that|and) )${yours}${name} and (?:i|me)\b`,
  String.raw`\bi(?:[’']ve| have| had)? ${often}(?:told|asked|met|married|dated|raised|called|visited|(?:talk|talked|speak|spoke|spoken) (?:to|with)|(?:work|worked) (?:for|with)|(?:live|lived) with) ${yours.slice(2)}`,
  // "If I worked with you" is no claim.
  String.raw`(?<!\b(?:if|wish|like) )\b(?:i|we)(?:[’']ve| have| used to| still| both)? (?:(?:lived?|work(?:ed)?|stud(?:y|ied)|trained|grew up|sit|sat|shared? an? \w+) (?:right |just |together )?(?:with|for|under|(?:just |right )?next (?:door )?to|beside|opposite|across from|above|below) you\b)`,
  String.raw`\b(?:sits|sat|sitting) (?:right |just )?(?:next to|beside|opposite|across from) you\b`,
  String.raw`\bi(?:[’']ve| have)? (?:raised|hired|taught|married|trained|managed|employed|coached|divorced|dated) you\b`,
  String.raw`\b(?:when|since) we (?:both )?(?:(?:worked|lived|studied|shared)\b|(?:were|got) (?:kids|children|little|small|young|teenagers|students|married|engaged|dating|flatmates|roommates|neighbou?rs|colleagues)\b)`,
  String.raw`\bour (?:\w+ )?${relative}(?![-\w])`,
  String.raw`\byou(?:[’']re| are|[’']ve been| have been| were) (?:always )?my (?:\w+ )?${relations}`,
  String.raw`\bmy (?:dear|darling|dearest) (?:sister|brother|daughter|son|wife|husband|child|girl|boy)\b`,
  // Signed with what one is.
  String.raw`(?:\b(?:love|hugs|yours|kisses|cheers|xo?x?)[,!.]?|[–—-])\s*${yours}\s*(?:[.!]\s*)?$`,
].map((pattern) => new RegExp(pattern, "iu"));

/**
 * The words of a text that tell who wrote it by what they are to the reader, or undefined: "as your sister", "your wife
 * told me", "I sit next to you". A guess.
 */
export function findAuthorHint(text: string): string | undefined {
  for (const pattern of author_hints) {
    const [words] = pattern.exec(text) ?? [];
    if (words !== undefined) return words.replace(/^[^\p{L}]+/u, "").trim();
  }
  return undefined;
}

/** What people are called by what they are to the reader, as a text names it, in small letters. */
export function listRelations(text: string): string[] {
  return [...text.matchAll(new RegExp(String.raw`\b${relations}`, "giu"))].map(([word]) =>
    word.toLowerCase().replace(/s$/, ""),
  );
}

const own_name =
  /\b(?:my name is|this is|it's|it’s|i am|i'm|i’m|yours,|love,|best,|hugs,|xo,?|[–—-])\s*(\p{Lu}[\p{Ll}'’]+)\b/u;
const name_inside = /(?<![.!?…:;“”"'‘’()\n]\s*|^\s*)(?<=\s)\p{Lu}[\p{Ll}]{2,}\b/gu;

const names_of_nobody = new Set(
  "Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September October November December Christmas Easter English French German Spanish Italian Zoom Google Internet".split(
    " ",
  ),
);

export type FindGiveaway = typeof findGiveaway;

/**
 * The words of an answer that may tell who wrote it, or undefined: "as your sister", a signature, somebody's name.
 * `known` is what the paraline itself says; its words give nobody away. A guess, made in the browser and kept there.
 */
export function findGiveaway(text: string, known: string): string | undefined {
  const said = findAuthorHint(text);
  if (said !== undefined) return said;
  const mentioned = (word: string) => names_of_nobody.has(word) || known.includes(word);
  const [, signed] = own_name.exec(text) ?? [];
  if (signed !== undefined && !mentioned(signed)) return signed;
  const inside = [...text.matchAll(name_inside)]
    .map(([word]) => word)
    .filter((word) => !mentioned(word));
  // Where every noun is written large, names can't be told from other words.
  return new Set(inside).size > 3 ? undefined : inside[0];
}
