export function hasShareMenu(): boolean {
  return typeof navigator.share === "function";
}

/** `refused`: the browser did not open the menu, for example because the click is too long ago. */
export async function shareWithDevice(shared: {
  text: string;
  url: string;
}): Promise<"closed" | "refused"> {
  try {
    await navigator.share(shared);
    return "closed";
  } catch (error) {
    const wasDismissed = error instanceof DOMException && error.name === "AbortError";
    return wasDismissed ? "closed" : "refused";
  }
}
