const insults = new RegExp(
  String.raw`(?<![\p{L}\p{M}])(?:${[
    "idiots?|idiotic|morons?|stupid|losers?|pathetic|fat|ugly|bitch\\p{L}*|assholes?|arseholes?|fuck\\p{L}*|shit\\p{L}*|crap",
    "worthless|dumb(?:ass)?|scum|trash|hate you|shut up|kill yourself|go to hell|disgusting|clown|delusional fool|cunts?",
    "whores?|sluts?|bastards?|wankers?|retard(?:ed|s)?|drop dead|piece of garbage",
    "idioten?|arschl\\p{L}*|scheiß\\p{L}*|scheiss\\p{L}*|fick\\p{L}*|schlampe\\p{L}*|hure\\p{L}*|wichser\\p{L}*|dumm(?:kopf)?",
    "blöd\\p{L}*|depp\\p{L}*|versager\\p{L}*|halt die (?:klappe|fresse)|bring dich um|missgeburt|verpiss dich",
    "connard\\p{L}*|connasse\\p{L}*|salope?s?|putain|merde|enculé\\p{L}*|imbéciles?|débiles?|ta gueule|crétin\\p{L}*",
    "gilipollas|imbécil(?:es)?|estúpid\\p{L}*|put[ao]s?|mierda|cabr[oó]n\\p{L}*|pendej\\p{L}*|idiotas?|muérete|cállate",
    "stronz\\p{L}*|cazzo|merda|puttana|coglion\\p{L}*|vaffanculo|imbecille|deficiente|stupid[aoei]|idiot[ai]",
    "caralho|foda-se|filho da puta|imbecil|estúpid\\p{L}*|burr[oa]|otári\\p{L}*|cala a boca|desgraçad\\p{L}*",
    "klootzak\\p{L}*|kut\\p{L}{0,4}|hoer\\p{L}*|eikel|sukkel|achterlijk\\p{L}*|hou je (?:bek|kop)|rot op|domkop",
  ].join("|")})(?![\p{L}\p{M}])`,
  "iu",
);

/** Whether a text is abusive. Such a sentence stays readable in its answer. */
export const isAbusive = (text: string): boolean => insults.test(text);

const order =
  "ignor\\p{L}*|disregard|forget|overrid\\p{L}*|vergiss|vergesst|missacht\\p{L}*|oubli\\p{L}*|olvid\\p{L}*|dimentic\\p{L}*|esque[cç]\\p{L}*|negeer\\p{L}*|vergeet|reveal|print|repeat|output";
const rules = [
  "instructions?|prompts?|rules|guidelines|anweisung\\p{L}*|regeln|vorgaben|consignes|règles|instrucci\\p{L}*|",
  "reglas|istruzion\\p{L}*|regole|instruç\\p{L}*|regras|instructies|regels|opdracht\\p{L}*|指示|指令",
].join("");

const injections = new RegExp(
  [
    String.raw`(?<!\p{L})(?:${order})(?!\p{L}).{0,60}(?<!\p{L})(?:${rules})(?!\p{L})`,
    String.raw`\b(?:system|developer|assistant)\s*(?:prompt|message|:)`,
    String.raw`\byou are (?:now )?(?:an? )?(?:\p{L}+ )?(?:AI|assistant|chatbot|language model)\b|\bas an AI\b`,
    String.raw`\b(?:AI|assistant|model|ChatGPT|LLM)\b.{0,30}\b(?:must|should|summari[sz]e|write|say|respond|rate)\b`,
    `${String.raw`<\/?[a-z][^>]*>|\{\{.*\}\}|\[/?(?:INST|SYS)\]|`}\`\`\``,
    "忽略.{0,10}(?:指示|指令)|無視して",
  ].join("|"),
  "iu",
);

/** Whether a text gives instructions to a model or contains markup. It has no effect here, and is quoted nowhere. */
export const isInjection = (text: string): boolean => injections.test(text);
