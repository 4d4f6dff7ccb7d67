import { createContext, useContext } from "react";
import type { PageMessages } from "#contract/messages/en/page.ts";
import { page } from "#contract/messages/en/page.ts";

/** The server renders pages in any language. A script has one: its build puts that in the place of English. */
export const PageMessagesContext = createContext<PageMessages>(page);

/** What the invitee's page says until it is answered, in the language in which it is shown. */
export function usePageMessages(): PageMessages {
  return useContext(PageMessagesContext);
}
