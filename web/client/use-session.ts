import { useSyncExternalStore } from "react";
import { checkSession, readSession, type Session, subscribeSession } from "./auth.ts";

/** The session of this browser, following every change of it. The first use checks it. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeAndCheck, readSession);
}

function subscribeAndCheck(listener: () => void): () => void {
  const unsubscribe = subscribeSession(listener);
  if (readSession().kind === "checking") checkSession();
  return unsubscribe;
}
