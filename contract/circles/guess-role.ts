import type { QuestionRole } from "./questions.ts";

/** The roles of questions that people answer in their own words. */
export type WrittenRole = Exclude<QuestionRole, "stance">;

type NamedRole = Exclude<WrittenRole, "other">;

/**
 * Words with which a question says itself what it asks for, by the beginnings of words; "_" marks the end of a word.
 * Scripts that put no space before a word, or write prefixes together with it, are below.
 */
const wordings: Record<NamedRole, readonly string[]> = {
  worries: [
    "worr(?:y|ie)|concern|risk|fear|afraid|danger|doubts?_|downside|drawback|weakness|go(?:es)? wrong_|speaks against_",
    "sorge|besorg|bedenken|angst|ängst|befürcht|fürchte|risik|gefahr|schwäche|dagegen_|nachteil|zweif|schiefg",
    "inqui[eèé]t|souci|crain|peurs?_|risque|danger|faibless|inconvénient|dout(?:e|es|ez)_|mal tourner_",
    "preocup|miedo|temor|temes_|riesgo|peligr|debilidad|desventaj|dudas?_|salir mal_",
    "receio|medos?_|risco|perigo|fraque|desvantag|dúvida|dar errado_",
    "preoccup|paur|rischi|pericol|debol|svantagg|dubbi|andare storto_",
    "zorgen_|bezorg|bang_|risico|gevaar|nadeel|zwak|twijfel",
    "endişe|kayg|kork|tehlike|zayıf|martw|niepoko|obaw|ryzyk|niebezpiecz|słab",
  ],
  advice: [
    "advice_|advise|suggest|recommend|tips?_|should (?:i|we)_|would you (?:do|change|try)_|in (?:my|our) place_",
    "ratschl|rat_|rätst_|raten_|empfehl|empfiehl|vorschl|tipps?_|soll(?:te)? ich_|würdest du_|an meiner stelle_",
    "conseil|recommand|suggèr|suggér|devrais-je_|dois-je_|à ma place_|ferais-tu_",
    "consej|aconsej|recomiend|sugier|debería_|en mi lugar_|harías_",
    "conselh|aconselh|recomend|suger|devo_|no meu lugar_|você faria_|farias_",
    "consigl|raccomand|sugger|dovrei_|al mio posto_|faresti_",
    "advies_|adviseer|aanbevel|moet ik_|zou (?:je|jij)_|in mijn plaats_",
    "tavsiye|öner|öğüt|yerimde_|yapmalıy|radzisz_|poradz|doradz|polec|sugeru|na moim miejscu_",
  ],
  strengths: [
    "strength|strong|good at_|at (?:my|our|its|their) best_|admire|you (?:like|love)_|like (?:most|best)_|appreciate|upside|advantage",
    "stärke|stark_|gefäll|schätz|magst_|bewunder|vorteil|spricht dafür_|gut kann_",
    "forces?_|points? forts?_|aime[sz]_|appréci|admir|qualité|avantage|atout|plaît_",
    "fortalez|puntos? fuertes?_|gusta|aprecia|admira|cualidad|virtud|ventaj",
    "forças?_|pontos? fortes?_|gosta|qualidade|vantage",
    "punt[oi] di forza_|piac|apprezz|ammir|qualità_|pregi_|vantagg",
    "sterk|kracht|waardeer|bewonder|voordeel|goed in_",
    "güçlü|beğen|sevdiğ|avantaj|mocn|zalet|podoba|cenisz_|lubisz_|podziwia",
  ],
};

const otherScripts: Record<NamedRole, string> = {
  worries:
    "قلق|خوف|تخاف|خطر|مخاطر|ضعف|心配|不安|懸念|リスク|弱点|短所|担心|擔心|缺点|缺點|风险|風險|беспоко|волну|риск|опас|слаб",
  advice: "نصيح|تنصح|تقترح|مكاني|アドバイス|助言|すべき|建议|建議|совет",
  strengths: "قوة|القوة|يعجب|強み|長所|魅力|优点|優點|优势|優勢|喜欢|喜歡|сильн|нрав|преимущ",
};

const createRoleNamePattern = (role: NamedRole) =>
  new RegExp(
    `(?<!\\p{L})(?:${wordings[role].join("|").replaceAll("_", "(?!\\p{L})")})|${otherScripts[role]}`,
    "iu",
  );

const names: readonly (readonly [NamedRole, RegExp])[] = [
  ["worries", createRoleNamePattern("worries")],
  ["advice", createRoleNamePattern("advice")],
  ["strengths", createRoleNamePattern("strengths")],
];

/**
 * The role that a question names in its own words ("What worries you?"), if neither its owner nor a template says it;
 * `other` if it names none. Nothing is concluded from what else it says.
 */
export function guessRole(question: string): WrittenRole {
  const text = question.normalize("NFC").replaceAll("’", "'");
  const [role] = names.find(([, named]) => named.test(text)) ?? ["other" as const];
  return role !== "worries" && asksWhether(text) ? "other" : role;
}

/** Whether "yes" or "no" answers an English question. */
function asksWhether(question: string): boolean {
  return /(?:^|[.:;,–—]\s*(?:and |or )?)(?:should|would|could|can|do|does|did|is|are|am|was|were|will|have|has|may)\s+(?:i|you|we|it|this|that|there|the|my|our|a|an|people)\b/i.test(
    question.trim(),
  );
}
