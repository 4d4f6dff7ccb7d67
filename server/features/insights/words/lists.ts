import languages from "./language-words.json" with { type: "json" };

/** The words of lines in which they are separated by spaces. */
export const wordSet = (lines: string | readonly string[]): ReadonlySet<string> =>
  new Set([lines].flat().join(" ").split(" "));

/** What is known of a language. Each list is of lines; those that are patterns have alternatives. */
interface LanguageWords {
  /** The name of its stemmer. */
  stemmer?: string;
  /** Nouns that tell what an answer is about, although the lists of stop words, made for web search, have them. */
  content_nouns?: string[];
  negations?: string[];
  /** Patterns of what denies without a negation: that something is over, small, rare or doubted. */
  diminishers?: string[];
  /** Patterns of what says that somebody is at ease, or that something is settled: it denies a worry. */
  reassurances?: string[];
  /** Patterns of wishes, lacks and limits: what somebody should be more of, or is too much, is no strength. */
  wishes?: string[];
  /** Patterns of the past. */
  past?: string[];
  /** Words that come before a thing: articles, possessives, prepositions. */
  before_thing?: string[];
  /** A pattern of what only few can say: what one is to the owner ("as your"), or did for them. */
  claims?: string[];
  /** A pattern of the first person plural, in words and endings of verbs, and of "since I …ed you". */
  plural?: string[];
  /** Patterns of relations between people, by the beginnings of words. */
  relations?: string[];
}

export const languageWords: Readonly<Record<string, LanguageWords | undefined>> = languages;
