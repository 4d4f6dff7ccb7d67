import { useSyncExternalStore } from "react";
import { checkSession, readSession, type Session, subscribeSession } from "./auth.ts";

/** This browser's session, kept up to date. The first use checks it. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeAndCheck, readSession);
}

function subscribeAndCheck(listener: () => void): () => void {
  const unsubscribe = subscribeSession(listener);
  if (readSession().kind === "checking") checkSession();
  return unsubscribe;
}
