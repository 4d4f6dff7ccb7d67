import { useEffect, useState } from "react";
import {
  createTemplates,
  type QuestionTemplate,
  questionTemplates,
} from "#contract/circles/questions.ts";
import type { Language } from "#contract/languages.ts";
import type { TemplateTexts } from "#contract/messages/en/templates.ts";

/** English is part of the wizard itself. */
const loaders = import.meta.glob<{ templates: TemplateTexts }>([
  "../../../../contract/messages/*/templates.ts",
  "!../../../../contract/messages/en/*",
]);

const loaded = new Map<Language, readonly QuestionTemplate[]>([["en", questionTemplates]]);

/** Loads the templates of a language. If that fails, those in English stay. */
export async function loadTemplates(language: Language): Promise<void> {
  if (language === "en" || loaded.has(language)) return;
  try {
    const load = loaders[`../../../../contract/messages/${language.toLowerCase()}/templates.ts`];
    if (load !== undefined) loaded.set(language, createTemplates((await load()).templates));
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
