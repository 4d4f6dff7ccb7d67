import { createContext, useContext } from "react";
import type { LaterMessages } from "#contract/messages/en/later.ts";
import { later } from "#contract/messages/en/later.ts";

export const LaterMessagesContext = createContext<LaterMessages>(later);

/** What the invitee's page says besides, in the language in which it is shown. */
export function useLaterMessages(): LaterMessages {
  return useContext(LaterMessagesContext);
}
