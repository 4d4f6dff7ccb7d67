/**
 * Does some work, and meanwhile regularly renews a lease, so that nothing stays held by a process that was killed. When
 * this ends, no renewal is in progress any more. A renewal that fails is made up for by the next one.
 */
export async function whileRenewing<Result>(
  { renew, everyMs }: { renew: () => Promise<unknown>; everyMs: number },
  work: () => Promise<Result>,
): Promise<Result> {
  let renewing: Promise<unknown> = Promise.resolve();
  let isUnderWay = false;
  const timer = setInterval(() => {
    if (isUnderWay) return;
    isUnderWay = true;
    renewing = renew()
      .catch(() => {})
      .finally(() => {
        isUnderWay = false;
      });
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await renewing;
  }
}
