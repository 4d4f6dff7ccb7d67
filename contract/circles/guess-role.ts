import type { QuestionRole } from "./questions.ts";

/** The roles of questions that people answer in their own words. */
export type WrittenRole = Exclude<QuestionRole, "stance">;

type GuessedRole = Exclude<WrittenRole, "other">;

const english: Record<GuessedRole, RegExp> = {
  worries:
    /\b(worr(?:y|ies|ied)|awake|drift(?:ed)? off|leave out|watch out|miss most|keeps? (?:you|me|us) from|risks?|concern\w*|afraid|fears?|avoid(?:ing)?|not (?:see|seeing|think|thinking|want)|overlook\w*|underestimat\w*|give up|miss more|get in (?:the|my|our) way|unclear|confus\w*|los(?:e|ing|t)|missing|harder|makes? it hard|wrong|weak\w*|blind spots?|downsides?|drawbacks?|speaks against|hold (?:me|us) back|stops? (?:me|us|you|doing)|stopped|doubts?|already done|difficult\w*|hesitat\w*|against|struggl\w*|annoy\w*|bother\w*|dislike|less|trouble|problems?|dangers?|challeng\w*|obstacles?|regret|habits|cut|drop|skip|bor(?:ed|ing)|didn't (?:like|work)|doesn't work)\b/i,
  advice:
    /\b(next|find out|should (?:i|we)|would you (?:do|change|try|fix)|must (?:be|change|i|we)|differently|change|advice|advise|suggest\w*|recommend\w*|tips?|smallest version|first step|improve\w*|better|in (?:my|our) place|before (?:i|we)|need to know|more of)\b/i,
  strengths:
    /\b(strengths?|strong|alive|(?:my|your|their|our|its) best|gains?|work(?:s|ed)?|love[ds]?|proud|good|only come from|come to me|admire|(?:do|did) you like|like (?:most|best)|upside|shine|excit\w*|speaks for|see in me|stay(?:s|ed) with|appreciate|valued?|enjoy\w*|best|trust|happ(?:y|iest)|benefits?|advantages?|talents?|help(?:s|ed)? you|(?:count|rely) on me|grateful)\b/i,
};

/** Beginnings of words in other languages; "_" marks the end of a word. */
const otherLanguages: Record<GuessedRole, readonly string[]> = {
  worries: [
    // German
    "sorg|besorg|bedenk|angst|ängst|fürcht|befürcht|risik|risk|zweif|fehl|schwäch|nachteil|gegen|dagegen|stör|nervt|schwer|schwier|unklar|verwirr|vermeid|überseh|unterschätz|probleme?_|gefahr|gefähr|hinder|aufgeb|vermiss|bereu|langweil|im weg_|schiefgeh|schief geh|achten_|aufpass|vorsicht",
    // French
    "inqui[eèé]t|souci|préoccup|peurs?_|crain|risqu|dout(?:e|es|ez)_|faibless|défaut|inconvénient|manqu|difficil|danger|gên|frein|contre_|perdre|perds_|évit|regrett|ennui|ennuy|mal_|problèm|méfi",
    // Spanish and Portuguese
    "preocup|inquiet|miedo|temes_|temor|riesg|arriesg|peligr|dud(?:a|as)_|debilidad|desventaj|inconvenient|falta|dif[ií]cil|dificult|obst[aá]cul|contra_|perder|evit|arrep[ie]|problema|molest|estorb|cuidado_",
    "medo_|receio|risco|arrisc|perigo|dúvida|fraque|desvantag|dificul|incomod|errado_|atrapalh",
    // Italian and Dutch
    "preoccup|paur|temi_|risch|pericol|dubbi|debol|svantagg|manca|difficil|ostacol|contro_|sbagli",
    "zorgen|bezorg|bang_|risico|gevaar|twijfel|zwak|nadeel|mis je_|moeilijk|tegen_|vermijd|probleem|stoort",
    // Turkish and Polish
    "endişe|kayg|kork|risk|tehlike|şüphe|zayıf|eksik|zor(?!un)|sorun|engel|rahatsız|kaybe|kaçın|dezavantaj|karşı_|ters_",
    "martw|niepoko|obaw|boisz_|ryzyk|niebezpiecz|wątpliw|słab|wad[ay]_|brakuje|trudn|przeszk|przeciw|strac|unika|problem|żał|zagroż",
  ],
  advice: [
    "rat_|rätst|raten_|ratschl|empfehl|empfiehl|vorschl|vorschlag|tipps?_|soll(?:te)? ich_|soll(?:t?en)? wir_|würdest du_|als nächstes|nächste[rn]? schritt|änder|veränder|verbesser|besser mach|an meiner stelle|anders mach|bevor ich_",
    "conseil|recommand|suggèr|suggér|devrais|dois-je|à ma place|ferais|prochain|amélior|changer|changement|avant de_",
    "consej|aconsej|recom[ie]|sugier|suger|debería|en mi lugar|harías|próximo paso|mejorar|mejore|cambiar|cambie|antes de_",
    "conselh|aconselh|recomend|devo_|deveria|no meu lugar|faria|próximo passo|melhorar|melhore|mudar|mude_",
    "consigl|raccomand|sugger|dovrei|al mio posto|faresti|prossimo passo|miglior(?:are|i)_|cambiare|cambi_|prima di_",
    "advies|adviseer|raad|aanbevel|moet ik_|zou je_|zou jij_|in mijn plaats|volgende stap|verbeter|verander|anders doen",
    "tavsiye|öner|öğüt|yerimde_|yerimde olsa|yapmalı|yapardın|değiştir|geliştir|sonraki adım|düzelt",
    "rad[ęyą]_|radzisz|poradz|doradz|polec|sugeru|powin|na moim miejscu|zrobił|następny krok|popraw|zmieni",
  ],
  strengths: [
    "stärke|stark_|starke|gefäll|gefall|gut an_|gut kann_|kann ich gut|am besten|bestes?_|schätz|magst_|mögt_|liebst|talent|vorteil|dafür_|spricht für|geling|gelung|stolz|freu|begeister|hilft|bewunder|gewinn|lebendig|vertrau|gut läuft|läuft gut|funktioniert",
    "forces?_|points? forts?|fort(?:e|s|es)?_|aime[sz]_|aimé|appréci|admir|talent|qualité|avantage|atout|réuss|meilleur|fière?_|plaî|plait|confiance|marche bien",
    "fortalez|fuertes?_|gust[aóe]|apreci|admir|talent|cualidad|virtud|ventaj|mejor(?:es)?_|orgull|valor[aá]s_|funciona|conf[ií]a|bueno_|ganar",
    "força|fortes?_|gost|talento|qualidade|vantage|melhor(?:es)?_|orgulh|valoriza|bem_",
    "forza_|forte_|piac|apprezz|ammir|talent|qualità|pregi|vantagg|migliori?_|orgogl|funziona",
    "sterk|kracht|waardeer|bewonder|talent|voordeel|beste_|trots|leuk|goed in_|werkt goed",
    "güçlü|gücü|beğen|sevdiğ|seviyor|yetenek|avantaj|iyi yan|iyi yap|iyi taraf|en iyi_|iyi olan|yakış|takdir|gurur|başarı|güven",
    "mocn|siln|zalet|podoba|cenisz|lubisz|talent|najleps|dobr|podziwia|dumn|działa dobrze|ufasz",
  ],
};

/** Parts of words, for scripts that put no space before a word or write articles and prefixes together with it. */
const otherScripts: Record<GuessedRole, string> = {
  worries:
    "قلق|خوف|تخاف|تخش|خطر|مخاطر|ضعف|صعوب|مشكل|عيب|عيوب|心配|不安|懸念|リスク|弱点|短所|欠点|怖|問題|気がかり|担心|擔心|缺点|缺點|风险|風險|беспоко|волну|трево|риск|опас|сомне|слаб|страш",
  advice:
    "نصيح|تنصح|تقترح|اقتراح|مكاني|الخطوة|アドバイス|助言|提案|すべき|したらいい|改善|変え|次の一歩|建议|建議|改进|改進|совет|совету|на моём месте|на моем месте|изменит|улучш",
  strengths:
    "قوة|قوتي|القوة|يعجب|تحب|يميز|موهب|強み|長所|良い|いいところ|いい点|好き|得意|魅力|才能|优点|優點|优势|優勢|喜欢|喜歡|сильн|нрав|цени|талант|преимущ",
};

const inOtherLanguages = (role: GuessedRole) =>
  new RegExp(
    `(?<!\\p{L})(?:${otherLanguages[role].join("|").replaceAll("_", "(?!\\p{L})")})|${otherScripts[role]}`,
    "iu",
  );

const others: Record<GuessedRole, RegExp> = {
  worries: inOtherLanguages("worries"),
  advice: inOtherLanguages("advice"),
  strengths: inOtherLanguages("strengths"),
};

/**
 * Guesses the role of a text question from its words, if neither its owner nor a template says it. It knows words of
 * English, German, French, Spanish, Portuguese, Italian, Dutch, Turkish, Polish, Russian, Arabic, Japanese and Chinese;
 * a question in any other language is `other`.
 */
export function guessRole(question: string): WrittenRole {
  const text = question.normalize("NFC").replaceAll("’", "'");
  const asks = (role: GuessedRole) => english[role].test(text) || others[role].test(text);
  if (asks("worries")) return "worries";
  if (asksWhether(text)) return "other";
  if (asks("advice")) return "advice";
  return asks("strengths") ? "strengths" : "other";
}

/** Whether "yes" or "no" answers an English question. */
export function asksWhether(question: string): boolean {
  return /(?:^|[.:;,–—]\s*(?:and |or )?)(?:should|would|could|can|do|does|did|is|are|am|was|were|will|have|has|may)\s+(?:i|you|we|it|this|that|there|the|my|our|a|an|people)\b/i.test(
    question.trim(),
  );
}
