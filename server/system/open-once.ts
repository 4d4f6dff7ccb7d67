/**
 * Opens something when it is first needed, once for all who need it. A failure is not kept: those who wait for that
 * attempt get it, and the next one opens again.
 */
export function openOnce<Opened>(open: () => Promise<Opened>): () => Promise<Opened> {
  let opening: Promise<Opened> | undefined;
  return () => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
}
