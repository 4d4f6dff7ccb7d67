import { useEffect, useState } from "react";
import type { Language } from "#contract/languages.ts";
import { page as english, type PageMessages } from "#contract/messages/en/page.ts";

const loaders: Record<Exclude<Language, "en">, () => Promise<{ page: PageMessages }>> = {
  de: () => import("#contract/messages/de/page.ts"),
  es: () => import("#contract/messages/es/page.ts"),
  fr: () => import("#contract/messages/fr/page.ts"),
  "pt-BR": () => import("#contract/messages/pt-br/page.ts"),
  it: () => import("#contract/messages/it/page.ts"),
  nl: () => import("#contract/messages/nl/page.ts"),
  pl: () => import("#contract/messages/pl/page.ts"),
  tr: () => import("#contract/messages/tr/page.ts"),
  ja: () => import("#contract/messages/ja/page.ts"),
  ar: () => import("#contract/messages/ar/page.ts"),
};

/** What the invitee's page says in a language, in English until it is loaded or if that fails. */
export function useMessagesIn(language: Language): PageMessages {
  const [messages, setMessages] = useState(english);
  useEffect(() => {
    let isCurrent = true;
    const show = (page: PageMessages) => isCurrent && setMessages(page);
    if (language === "en") show(english);
    else
      loaders[language]().then(
        ({ page }) => show(page),
        () => {},
      );
    return () => {
      isCurrent = false;
    };
  }, [language]);
  return messages;
}
