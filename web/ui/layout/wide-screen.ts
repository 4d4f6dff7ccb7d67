import { useSyncExternalStore } from "react";

/** The width from which the sidebar is shown next to the page. It is the same as `md` in styles/tokens.css. */
const wideScreen = "(min-width: 48rem)";

/** Whether the sidebar is shown next to the page. Otherwise it is a sheet over it. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(wideScreen).matches);
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(wideScreen);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}
