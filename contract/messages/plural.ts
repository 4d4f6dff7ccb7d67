/**
 * The form of a sentence for a number, as a language has them: "one", "few", "many", and "other" for the rest.
 */
export function plural(
  language: string,
  count: number,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string },
): string {
  return forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
}
