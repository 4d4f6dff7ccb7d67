type Place = "localStorage" | "sessionStorage";

/** What this browser has kept under a key; nothing where its storage is disabled. */
export function readText(place: Place, key: string): string | null {
  try {
    return window[place].getItem(key);
  } catch {
    return null;
  }
}

/** The same as JSON; null too where it is none. */
export function readJson(place: Place, key: string): unknown {
  try {
    return JSON.parse(readText(place, key) ?? "null");
  } catch {
    return null;
  }
}

/** Keeps a text; without one, removes what was kept. */
export function keepText(place: Place, key: string, text?: string): void {
  try {
    if (text === undefined) window[place].removeItem(key);
    else window[place].setItem(key, text);
  } catch {
    // Full or disabled: the page itself still has everything, and only a reload will miss it.
  }
}
