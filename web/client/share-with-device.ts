/** Whether the device has a share menu that this page can open. */
export function hasShareMenu(): boolean {
  return typeof navigator.share === "function";
}

/**
 * Opens the device's share menu with a sentence and a link. `refused` means that the browser did not open it, for
 * example because the click is too long ago.
 */
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
