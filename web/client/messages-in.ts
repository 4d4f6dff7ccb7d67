import { useEffect, useState } from "react";
import type { Language } from "#contract/languages.ts";
import { page as english, type PageMessages } from "#contract/messages/en/page.ts";

const loaders = import.meta.glob<{ page: PageMessages }>([
  "../../contract/messages/*/page.ts",
  "!../../contract/messages/en/*",
]);

/** What the invitee's page says in a language, in English until it is loaded or if that fails. */
export function useMessagesIn(language: Language): PageMessages {
  const [messages, setMessages] = useState(english);
  useEffect(() => {
    let isCurrent = true;
    const show = (page: PageMessages) => isCurrent && setMessages(page);
    const load = loaders[`../../contract/messages/${language.toLowerCase()}/page.ts`];
    if (load === undefined) show(english);
    else
      load().then(
        ({ page }) => show(page),
        () => {},
      );
    return () => {
      isCurrent = false;
    };
  }, [language]);
  return messages;
}
