import type { Side } from "#contract/insights/insights-text.ts";
import { wordSet } from "./word-set.ts";

/** The languages in which denials and feelings are known, and strengths and worries are looked for. */
const claimed = ["en", "de", "fr", "es", "it", "pt", "nl"] as const;
type Claimed = (typeof claimed)[number];

export const isClaimed = (language: string): language is Claimed =>
  claimed.some((code) => code === language);

/** Words that negate, in every language; a contraction such as "n'" is given without what follows it. */
const negations: Readonly<Record<string, ReadonlySet<string>>> = {
  en: wordSet(
    `no not none never nothing nobody nowhere neither nor without cannot cant dont wont isnt arent wasnt werent doesnt
     didnt wouldnt shouldnt couldnt hasnt havent hadnt aint nope nah`,
  ),
  de: wordSet(
    `nicht nich nichts nix nie niemals nimmer kein keine keinen keinem keiner keines keinerlei keins keinesfalls
     keineswegs niemand niemanden niemandem nirgends nirgendwo weder ohne nein nee nö`,
  ),
  fr: wordSet(
    `n ne pas non jamais rien aucun aucune aucuns aucunes nul nulle nullement ni sans personne guère point nan`,
  ),
  es: wordSet(
    `no ni nunca jamás jamas nada nadie ningún ningun ninguno ninguna ningunos ningunas sin tampoco ningunas`,
  ),
  it: wordSet(
    `no non né nè nemmeno neanche neppure mai niente nulla nessuno nessun nessuna senza senz mica affatto`,
  ),
  pt: wordSet(
    `não nao nem nunca jamais nada ninguém ninguem nenhum nenhuma nenhuns nenhumas sem tampouco`,
  ),
  nl: wordSet(`niet geen nooit niets niks niemand nergens noch zonder nee nooit geenszins`),
  zh: wordSet("不 没 沒 没有 沒有 无 無 别 別 未 不是 不会 不會 不要 不用"),
  ja: wordSet("ない なし ません 無い"),
  ru: wordSet("не нет ни без никогда ничего никто"),
  uk: wordSet("не немає ні без ніколи нічого ніхто"),
  pl: wordSet("nie nic nigdy nikt bez żaden żadna żadne żadnych ani brak"),
  tr: wordSet("değil yok hiç hiçbir asla"),
  ar: wordSet("لا ليس ليست لم لن ما بدون غير"),
  sv: wordSet("inte ingen inget inga aldrig utan ej"),
  da: wordSet("ikke ingen intet aldrig uden"),
  no: wordSet("ikke ingen intet aldri uten"),
  fi: wordSet("ei en et emme ette eivät ilman"),
};

/** Words of one claimed language that are common words of another one. */
const ambiguous = wordSet(
  "no n pas non nul point not ni nan nah mai mica noch sin sem né nè die nada",
);

/** Words that a text may negate with if its language was recognized wrongly. */
const negationsOfAny = new Set(
  claimed.flatMap((code) => [...(negations[code] ?? [])].filter((word) => !ambiguous.has(word))),
);

/** Whether a word negates. `written` is in lower case. */
export function isNegation(language: string, written: string): boolean {
  return (
    negations[language]?.has(written) === true ||
    (isClaimed(language) && negationsOfAny.has(written)) ||
    (language === "en" && /n't$/u.test(written))
  );
}

/** What denies without a negation, by language: that something is over, small, rare or doubted. */
const diminishers: Readonly<Record<Claimed, RegExp>> = {
  en: wordsOf(
    `least|last thing|less|few|fewer|little|hardly|barely|scarcely|rarely|seldom|unlikely|absen(?:t|ce)|stop(?:ped)?|used to
    |anything but|far from|(?:more|worse|bigger|harder) than|free (?:of|from)|instead of|rather than|other than|apart from|except|gone|over|past|zero|nil|zilch
    |nada|myth|doubt\\w*|deny|denie[sd]|refus\\w+|wonder if|whether|negligible|over(?:blown|stated|rated|estimate\\w*)
    |exaggerat\\w+`,
  ),
  de: wordsOf(
    `kaum|kleinste[rns]?|wenig(?:e[rnms]?|er|sten)?|gering\\w*|selten|aufgehört|früher|vorbei|frei von|alles andere als|weit davon|statt
    |außer|null|egal|ach was|überschätzt|übertrieben|unwahrscheinlich\\w*|bezweif\\w+|zweif\\w+|vernachlässig\\w+`,
  ),
  fr: wordsOf(
    `peu|moins|longtemps|avant|moindres?|rarement|à peine|absen\\w+|autrefois|fini\\w*|exagér\\w+|tout sauf|loin d\\w*|au lieu|plutôt que|sauf|libre d\\w*
    |négligeables?|minimes?|zéro|dout\\w+|improbable|inexistant\\w*|plus (?:de|d|aucun\\w*|rien)|cess\\w+|arrêt\\w+`,
  ),
  es: wordsOf(
    `poc[oa]s?|menos|antes|menor(?:es)?|apenas|rara vez|carec\\w+|ausen\\w+|ya pasó|exagerad\\w+|todo menos|lejos de|en vez|en lugar|salvo
    |excepto|libres? de|mínim[oa]s?|cero|dud\\w+|improbable\\w*|dej[óé]\\w*|inexistent\\w+|descart\\w+|sobra\\w*`,
  ),
  it: wordsOf(
    `minor[ei]?|prima|poc[oahi]\\w*|meno|appena|raramente|assen\\w+|passat[oaei]|esagerat\\w+|tutt'altro|tutt altro|lontan\\w+|invece|anziché
    |tranne|salvo|liber[oaei] da|minim[oaei]|zero|dubit\\w+|dubbi\\w*|improbabil[ei]|smess\\w+|inesistent\\w+|escl\\w+`,
  ),
  pt: wordsOf(
    `pouc[oa]s?|menos|antes|menor(?:es)?|mal|raramente|carec\\w+|ausên\\w+|ausente|passou|exagerad\\w+|tudo menos|longe de|em vez|exceto
    |livres? de|mínim[oa]s?|zero|duvid\\w+|dúvid\\w+|improváve\\w+|deix[oe]\\w*|inexistent\\w+|descart\\w+|sobra\\w*`,
  ),
  nl: wordsOf(
    `weinig|minder|minste|kleinste|betwijfel\\w*|nauwelijks|amper|zelden|vroeger|voorbij|overdreven|overschat\\w*|allesbehalve|verre van|ver van
    |in plaats|behalve|vrij van|minimaal|nul|twijfel\\w*|onwaarschijnlijk\\w*|opgehouden|ach wat`,
  ),
};

/** What says that somebody is at ease, or that something is settled: it denies a worry. */
const reassurances: Readonly<Record<Claimed, RegExp>> = {
  en: wordsOf(
    `(?:would|\\w+'d)(?=.* if )|if(?=.* would )|solved|settled|sorted|resolved|handled|covered|un(?:worried|concerned|troubled|bothered|fazed|problematic|founded)
    |\\w{4,}-free|care(?:free|less)|harmless|painless|effortless|relax\\w*|reassur\\w*|calm|confiden\\w+|comfortabl\\w+
    |manageable|doable|bearable|fine|okay|ok|alright|all right|all good|under control|at ease|at peace|easy|easily|safe|sure
    |trivial|minor|fail(?:s|ed)? to|lack(?:s|ed|ing)?`,
  ),
  de: wordsOf(
    `wenn|falls|erledigt|gelöst|geklärt|gedeckt|gesichert|un(?:besorgt|problematisch|bedenklich|begründet|nötig)\\w*
    |\\w{3,}(?:los|frei)(?:e[nmrs]?)?|beruhigt?|ruhig\\w*|gelassen|entspannt|zuversichtlich|sicher|okay|ok|in ordnung
    |im griff|machbar|harmlos|einfach|leicht|locker|halb so|passt|alles gut`,
  ),
  fr: wordsOf(
    `si|réglée?s?|résolue?s?|couverte?s?|rassur\\w+|tranquill\\w+|serein\\w*|calmes?|confian\\w+|sûre?s?|gérables?|faisables?
    |facil\\w+|ok|d'accord|tout va bien|va bien|bien|in(?:fondé\\w*|utile\\w*)|maîtris\\w+|épargn\\w+|passée?s?`,
  ),
  es: wordsOf(
    `si|resuelt[oa]s?|superad[oa]s?|cubiert[oa]s?|tranquil\\w+|seren[oa]s?|calma\\w*|confia\\w+|segur[oa]s?|manejables?|fácil\\w*
    |ok|bien|despreocup\\w+|controlad\\w+|infundad\\w+`,
  ),
  it: wordsOf(
    `se|risolt[oaei]|superat[oaei]|copert[oaei]|tranquill\\w+|seren[oaei]|calm[oaei]|fiducios\\w+|sicur[oaei]|gestibil[ei]|facil\\w+
    |ok|bene|spensierat\\w+|infondat\\w+|a posto|rassicur\\w+`,
  ),
  pt: wordsOf(
    `se|resolvid[oa]s?|superad[oa]s?|cobert[oa]s?|tranquil\\w+|seren[oa]s?|calm[oa]s?|confian\\w+|segur[oa]s?|fácei?s?|ok|bem
    |despreocup\\w+|controlad\\w+|infundad\\w+|sossegad\\w+`,
  ),
  nl: wordsOf(
    `als|opgelost|geregeld|gedekt|gerust\\w*|rustig\\w*|kalm\\w*|ontspannen|vertrouwen|zeker|haalbaar|makkelijk\\w*
    |gemakkelijk\\w*|ok|oké|prima|goed|\\w{3,}(?:loos|loze|vrij|vrije)|onbezorgd\\w*|ongegrond\\w*|onder controle
    |valt mee|meevall\\w*`,
  ),
};

/** Wishes, lacks and limits: what somebody should be more of, or is too much, is no strength. */
const wishes: Readonly<Record<Claimed, RegExp>> = {
  en: wordsOf(
    `wish\\w*|should|could|would|\\w+'d|as long as|more|need(?:s|ed)?|must|ought|if|too|but|though|although|however|improv\\w+|miss(?:ing)?
    |work on|learn|only|once|lack(?:s|ed|ing)?|fail(?:s|ed)?`,
  ),
  de: wordsOf(
    `wünsch\\w*|soll(?:te)?(?:st|n|t)?|könnt\\w+|würd\\w+|müsst\\w+|mehr|brauch\\w*|wenn|zu|aber|obwohl|lern\\w*|verbesser\\w*
    |nur|hätt\\w+|wär\\w*|fehl(?:t|en|te|ten)|mangel\\w*`,
  ),
  fr: wordsOf(
    `souhait\\w+|voudr\\w+|devr\\w+|pourr\\w+|plus|besoin|faut|faudr\\w+|si|trop|mais|quoique|apprend\\w*|améliorer
    |seulement|manqu\\w+`,
  ),
  es: wordsOf(
    `ojalá|deber[ií]\\w+|debes|podr[ií]\\w+|más|mas|necesit\\w+|si|demasiad\\w+|pero|aunque|aprend\\w+|mejorar|solo|sólo
    |falt\\w+`,
  ),
  it: wordsOf(
    `vorrei|magari|dovr\\w+|devi|potr\\w+|più|bisogno|se|tropp\\w+|ma|però|anche se|impar\\w+|migliorare|solo|manc\\w+`,
  ),
  pt: wordsOf(
    `quem dera|oxalá|dev\\w+|poder\\w+|mais|precis\\w+|se|demais|demasiad\\w+|mas|porém|embora|aprend\\w+|melhorar|só
    |falt\\w+`,
  ),
  nl: wordsOf(
    `wens\\w*|zou|zouden|moet\\w*|kan|kunnen|meer|nodig|als|te|maar|hoewel|leer\\w*|verbeter\\w*|alleen|mis|mist
    |ontbreek\\w*|ontbrek\\w*|gebrek\\w*`,
  ),
};

function wordsOf(alternatives: string): RegExp {
  const pattern = alternatives.replace(/\s*\n\s*/g, "").replaceAll("\\w", "[\\p{L}\\p{M}]");
  return new RegExp(`(?<![\\p{L}\\p{M}])(?:${pattern})(?![\\p{L}\\p{M}])`, "iu");
}

/** With these an answer begins that names nothing: "Nothing. The commute is short." */
const opensDenial = wordSet(
  `no none nothing nobody never neither nope nah nein nichts nix keine kein keinerlei niemand nee non rien aucun aucune
   personne jamais nada ninguno ninguna ningún nadie niente nulla nessuno nessuna nessun não nenhum nenhuma ninguém geen
   niets niks niemand nooit`,
);

const tokensOf = (text: string) =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replaceAll("’", "'")
    .match(/[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*'?/gu) ?? [];

function hasNegation(language: string, text: string): boolean {
  return tokensOf(text).some((token) =>
    [token, ...token.split("'")].some((part) => isNegation(language, part)),
  );
}

/**
 * Whether a sentence of an answer denies, doubts or only wishes for what was asked for. This is a closed list and errs
 * towards a denial: a sentence that does not count is still read as a theme and quoted. In languages that are not
 * claimed, every sentence counts as a denial.
 */
function denies(language: string, sentence: string, side: Side): boolean {
  if (!isClaimed(language)) return true;
  const text = sentence.normalize("NFC").replaceAll("’", "'");
  return (
    /[?？]/u.test(text) ||
    hasNegation(language, text) ||
    diminishers[language].test(text) ||
    (side === "strengths" ? wishes : reassurances)[language].test(text)
  );
}

/** The words with which a sentence takes back the one before it. */
const beginningWords = 5;

/** For each sentence of an answer, whether it counts as a denial, also because the next one takes it back. */
export function findDenials(language: string, sentences: readonly string[], side: Side): boolean[] {
  const [first = ""] = sentences;
  if (opensDenial.has(tokensOf(first)[0] ?? "")) return sentences.map(() => true);
  const denied = sentences.map((sentence) => denies(language, sentence, side));
  return denied.map((isDenied, at) => {
    // "The commute. Not a problem.", "I feared the commute. No longer, since you have the car."
    const begins = tokensOf(sentences[at + 1] ?? "")
      .slice(0, beginningWords)
      .join(" ");
    return isDenied || denies(language, begins, side);
  });
}
