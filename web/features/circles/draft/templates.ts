import { useEffect, useState } from "react";
import {
  createTemplates,
  type QuestionTemplate,
  questionTemplates,
} from "#contract/circles/questions.ts";
import type { Language } from "#contract/languages.ts";
import type { TemplateTexts } from "#contract/messages/en/templates.ts";

/** Only English is part of the wizard itself. */
const loaders: Record<Exclude<Language, "en">, () => Promise<{ templates: TemplateTexts }>> = {
  de: () => import("#contract/messages/de/templates.ts"),
  es: () => import("#contract/messages/es/templates.ts"),
  fr: () => import("#contract/messages/fr/templates.ts"),
  "pt-BR": () => import("#contract/messages/pt-br/templates.ts"),
  it: () => import("#contract/messages/it/templates.ts"),
  nl: () => import("#contract/messages/nl/templates.ts"),
  pl: () => import("#contract/messages/pl/templates.ts"),
  tr: () => import("#contract/messages/tr/templates.ts"),
  ja: () => import("#contract/messages/ja/templates.ts"),
  ar: () => import("#contract/messages/ar/templates.ts"),
};

const loaded = new Map<Language, readonly QuestionTemplate[]>([["en", questionTemplates]]);

/** Loads the templates of a language. If that fails, those in English stay. */
export async function loadTemplates(language: Language): Promise<void> {
  if (language === "en" || loaded.has(language)) return;
  try {
    loaded.set(language, createTemplates((await loaders[language]()).templates));
  } catch {
    // The questions can be written without them.
  }
}

/** The templates in a language, in English until they are loaded. */
export function templatesIn(language: Language): readonly QuestionTemplate[] {
  return loaded.get(language) ?? questionTemplates;
}

/** The templates in every language that is loaded. */
export function listLoadedTemplates(): QuestionTemplate[] {
  return [...loaded.values()].flat();
}

/** Whether the wizard can open with the templates of a language. Undefined: it is not known yet. */
export function useTemplates(language: Language | undefined): boolean {
  const [ready, setReady] = useState<Language>();
  useEffect(() => {
    if (language === undefined || loaded.has(language)) return;
    void loadTemplates(language).then(() => setReady(language));
  }, [language]);
  return language !== undefined && (loaded.has(language) || ready === language);
}
