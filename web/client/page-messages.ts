import { createContext, useContext } from "react";
import type { PageMessages } from "#contract/messages/all.ts";
import { page } from "#contract/messages/current-page.ts";

/** The server renders pages in any language; a script has its own. */
export const PageMessagesContext = createContext<PageMessages>(page);

/** What the invitee's page says until it is answered, in the language in which it is shown. */
export function usePageMessages(): PageMessages {
  return useContext(PageMessagesContext);
}
