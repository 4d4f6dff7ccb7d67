/** What somebody may be to the owner: by family, household, work, learning and health, and friendship. */
const family =
  "mother|mom|mum|mommy|mummy|mama|father|dad|daddy|papa|parent|sister|sis|brother|bro|sibling|twin|daughter|son|child|children|kid|granny|grandma|nana?|grandpa|grandad|granddad|cousin|aunt|auntie|uncle|niece|nephew|wife|husband|hubby|spouse|fianc[eé]e?|girlfriend|boyfriend|widow(?:er)?|in-law";
const household =
  "(?:room|flat|house)-?mate|neighbou?r|landlord|landlady|tenant|lodger|au pair|nanny|babysitter|carer";
const work =
  "boss|manager|supervisor|employer|employee|colleague|co-?worker|(?:team|office|desk)-?mate|deputy|assistant|secretary|intern|trainee|apprentice|direct report|subordinate|successor|predecessor|co-?founder|business partner|partner|investor|client|customer|lawyer|accountant|adviser|advisor|editor|publisher";
const learning =
  "teacher|tutor|professor|student|pupil|class-?mate|mentor|mentee|coach|trainer|therapist|doctor|nurse|dentist|pastor|priest|rabbi|imam";
const friendship = "friend|bestie|buddy|mate|pal|bridesmaid|best man|ex(?:es)?";
const relations = String.raw`(?:ex-)?(?:(?:step|half|god|grand|foster)-?)?(?:${family}|${household}|${work}|${learning}|${friendship})s?(?:-in-law)?(?![-\w])`;

/** "Very best" and "old school", but not "story to", and not "own": it is the reader who is "your own boss". */
const adjectives = String.raw`(?:(?!(?:and|or|to|for|of|with|the|an?|in|on|at|by|is|are|was|were|own)\b)[\w’'-]+ ){0,3}`;
const one = `(?:one of )?your ${adjectives}${relations}`;
/** "Your sister", "one of your oldest friends", "a friend of yours", "the mother of your children". */
const yours = `(?:${one}|(?:the|an?) ${adjectives}${relations} of (?:yours|${one}))`;
/** A name, or what is left where a name was removed. */
const name = String.raw`(?:,? (?:(?:dr|mrs?|ms|prof)\.? )?(?:[\p{L}’'-]+|…),?)?`;
const often = "(?:(?:has|had|have|also|always|once|just|often|even) ){0,2}";
/** After "our", what author and reader share: people, events and places. */
const sharedByBoth =
  "(?:mother|mom|mum|father|dad|parents|grandmother|grandfather|grandma|grandpa|brother|sister|son|daughter|kids?|child(?:ren)?|marriage|wedding|honeymoon|boss|manager|team|office|department|landlord|landlady)";
/** "I am", "we’ve been", and not "if I was". */
const am = String.raw`(?<!\b(?:if|wish|like|though|unless|than) )\b(?:i|we)(?:[’']m|[’']re|[’']ve been| am| are| was| were| have been| used to be)(?: (?:also|still|both|all|only|just))?`;
/** What, after "as your sister", shows that the words are about the author, and not about what the sister does. */
const claims = String.raw`(?=(?: …)?(?:\s*(?:$|[^\p{L}\d\s’'])|\s+(?:who|i|we|and|or|for|in|at|from|of|since|here|too|but|my|our|it|this|that|you|if|when|while|not|let|please|once|now|then|the|with|by|to|because|there|what|i[’']\w+)\b)| [\p{L}’'-]+, (?:i|we|my)\b)`;
/** "Such as your sister", "as well as your sister", "take her as your mentor" say nothing about the author. */
const compares = String.raw`(?<!\b(?:such|same|act(?:s|ing)?|serves?|(?:as|so) [\w’'-]+) |\b(?:treat|see|take|hire|choose|regard|consider|think of)(?:s|d|ed|ing)? (?!me |it |this |that )(?:[\w’'-]+ ){1,3})`;

/** Ways to say who one is to the reader, in English only. */
const authorHints = [
  String.raw`${compares}\bas ${yours}${claims}`,
  String.raw`(?:\bbeing|\bcoming from|${am}) ${yours}`,
  String.raw`\b(?:as|being|from) (?:some(?:one|body)|the (?:one|person|man|woman)) who(?:[’']s| is| has| have)?(?: always| also| once)? (?:works?|worked|working|lives?|lived|living|sits?|sat|sitting|shares?|shared|stud(?:ies|ied)|trained|grew up|raised|married|hired|taught|manages?|managed|reports?|reported)\b[^.!?,]{0,20} (?:you\b|next door\b)`,
  String.raw`\b${yours}${name} ${often}(?:told|tells?|asks?|asked|called|texted|warned|promised|introduced|invited|showed|gave|raised|taught|hired|married|(?:said|says|wrote|writes|mentioned|complained|complains) to|confided in) (?:me|us)\b`,
  String.raw`(?:^|[.!?:;,–—-]\s*|\b(?:when|while|because|since|that|and) )${yours}${name} and (?:i|me)\b`,
  String.raw`\bi(?:[’']ve| have| had)? ${often}(?:told|asked|met|married|dated|raised|called|visited|(?:talk|talked|speak|spoke|spoken) (?:to|with)|(?:work|worked) (?:for|with)|(?:live|lived) with) ${yours}`,
  // "If I worked with you" does not claim anything.
  String.raw`(?<!\b(?:if|wish|like) )\b(?:i|we)(?:[’']ve| have| used to| still| both)? (?:(?:lived?|work(?:ed)?|stud(?:y|ied)|trained|grew up|sit|sat|shared? an? \w+) (?:right |just |together )?(?:with|for|under|(?:just |right )?next (?:door )?to|beside|opposite|across from|above|below) you\b|(?:lived?|moved in) (?:right |just )?next door\b|report(?:ed)? to you\b)`,
  String.raw`\b(?:sits|sat|sitting) (?:right |just )?(?:next to|beside|opposite|across from) you\b`,
  String.raw`\bi(?:[’']ve| have)? (?:raised|adopted|gave birth to|hired|promoted|taught|tutored|married|trained|managed|supervised|employed|coached|divorced|dated) you\b`,
  String.raw`(?<!\bif )\byou(?:[’']ve| have)? (?:raised|adopted|hired|promoted|employed|married|divorced|dated) (?:me|us)\b`,
  String.raw`${am} (?:married|engaged|related) to you\b`,
  String.raw`(?<!\bif )\bwe(?:[’']re|[’']ve been| are| have been| were| got) (?:both |still )?(?:married|engaged|divorced|dating|siblings|twins|sisters|brothers|cousins|colleagues|neighbou?rs|flatmates|roommates)\b(?! to\b)`,
  String.raw`\b(?:when|since) we (?:both )?(?:(?:worked|lived|studied|shared|married|divorced)\b|(?:were|got) (?:kids|children|little|small|young|teenagers|students)\b)`,
  String.raw`\bour (?:\w+ )?${sharedByBoth}(?![-\w])`,
  String.raw`\byou(?:[’']re| are|[’']ve been| have been| were) (?:always )?my (?:\w+ )?${relations}`,
  String.raw`\bmy (?:dear|darling|dearest) (?:sister|brother|daughter|son|wife|husband|child|girl|boy)\b`,
  // These answers are signed with what the author is, or begin with it.
  String.raw`(?:\b(?:love|hugs|yours|kisses|cheers|xo?x?)[,!.]?|[–—-])\s*(?:from )?${yours}(?:, [\p{L}’'-]+)?[^\p{L}\d]*(?:[xo]+[^\p{L}\d]*)?$`,
  String.raw`\b(?:this is|it[’']s|i,|me,|as (?:[\p{L}’'-]+|…),) ${yours}(?=\s*[,.!:;–—])`,
  String.raw`(?:^|[.!?]\s*)${yours} (?:here|speaking)(?=\s*(?:$|[.:!–—-]))`,
].map((pattern) => new RegExp(pattern, "iu"));

/**
 * The words of a text that reveal who wrote it by what the author is to the reader: "as your sister", "your wife told
 * me", "I sit next to you". This is a guess; undefined if there are none.
 */
export function findAuthorHint(text: string): string | undefined {
  const spaced = withoutInvisible(text).replace(/\s+/g, " ");
  for (const pattern of authorHints) {
    const [words] = pattern.exec(spaced) ?? [];
    if (words !== undefined) return words.replace(/^[^\p{L}]+/u, "").trim();
  }
  return undefined;
}

/** Invisible characters do not count as parts of words. */
const withoutInvisible = (text: string) => text.replace(/\p{Cf}+/gu, "");

/** The relations to the reader that a text names, such as "sister", in lower case. */
export function listRelations(text: string): string[] {
  return [...withoutInvisible(text).matchAll(anyRelation)].map(([word]) =>
    word.toLowerCase().replace(/s$/, ""),
  );
}

const anyRelation = new RegExp(String.raw`\b${relations}`, "giu");

const ownName =
  /\b(?:my name is|this is|it's|it’s|i am|i'm|i’m|yours,|love,|best,|hugs,|xo,?|[–—-])\s*(\p{Lu}[\p{Ll}'’]+)\b/u;
const nameInside = /(?<![.!?…:;“”"'‘’()\n]\s*|^\s*)(?<=\s)\p{Lu}[\p{Ll}]{2,}\b/gu;

const commonCapitalizedWords = new Set(
  "Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September October November December Christmas Easter English French German Spanish Italian Zoom Google Internet".split(
    " ",
  ),
);

/**
 * The words of an answer that may reveal who wrote it: "as your sister", a signature, somebody's name. `known` is what
 * the circle itself says; its words reveal no one. This is a guess, made in the browser and kept there; undefined if
 * there are none.
 */
export function findAuthorHintOrName(text: string, known: string): string | undefined {
  const said = findAuthorHint(text);
  if (said !== undefined) return said;
  const mentioned = (word: string) => commonCapitalizedWords.has(word) || known.includes(word);
  const [, signed] = ownName.exec(text) ?? [];
  if (signed !== undefined && !mentioned(signed)) return signed;
  const inside = [...text.matchAll(nameInside)]
    .map(([word]) => word)
    .filter((word) => !mentioned(word));
  // In languages that capitalize every noun, names look like other words.
  return new Set(inside).size > 3 ? undefined : inside[0];
}
