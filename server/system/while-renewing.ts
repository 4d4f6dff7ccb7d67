/**
 * Does some work, and renews every so often what it holds for a short time only, so that nothing stays held by a process
 * that was killed. No renewal is under way any more when this ends. One that fails is made up for by the next.
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
