type Place = "localStorage" | "sessionStorage";

/** What this browser has kept under a key; nothing where its storage is disabled. */
export function readText(key: string, place: Place = "localStorage"): string | undefined {
  try {
    return window[place].getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The same as JSON; text that is none counts as missing. */
export function readJson(key: string, place?: Place): unknown {
  try {
    return JSON.parse(readText(key, place) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a text, or removes the one that was kept. */
export function keepText(key: string, text: string | undefined, place: Place = "localStorage") {
  try {
    if (text === undefined) window[place].removeItem(key);
    else window[place].setItem(key, text);
  } catch {
    // Full or disabled: the page itself still has everything, and only a reload will miss it.
  }
}
