type Place = "localStorage" | "sessionStorage";

/** What this browser has stored under a key; nothing if its storage is disabled. */
export function readText(place: Place, key: string): string | null {
  try {
    return window[place].getItem(key);
  } catch {
    return null;
  }
}

export function readJson(place: Place, key: string): unknown {
  try {
    return JSON.parse(readText(place, key) ?? "null");
  } catch {
    return null;
  }
}

/** Stores a text. Without one, removes what was stored. False if the storage is full or disabled. */
export function storeText(place: Place, key: string, text?: string): boolean {
  try {
    if (text === undefined) window[place].removeItem(key);
    else window[place].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
