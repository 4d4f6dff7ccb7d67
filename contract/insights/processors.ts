/** The processor name for the server itself: its own engine, or a model on the same machine. */
export const thisServer = "here";

/**
 * Who may process a submission, given the current processor and the one that the page named to the author when it was
 * opened (`consentedProcessor`); null means none. If they differ, only the server itself may; if either is null, no one
 * may.
 */
export function findConsentedProcessor(
  consentedProcessor: string | null,
  currentProcessor: string | null,
): string | null {
  if (consentedProcessor === currentProcessor) return currentProcessor;
  return consentedProcessor === null || currentProcessor === null ? null : thisServer;
}
