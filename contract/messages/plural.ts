import type { Language } from "../languages.ts";

/** The forms of a phrase in the language's plural categories. `other` serves those that are not given. */
type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** The form of a phrase that a count needs in a language. */
export function plural(language: Language, count: number, forms: PluralForms): string {
  return forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
}
