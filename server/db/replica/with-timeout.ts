/**
 * The result of `work`. If `work` takes longer than `timeoutMs`, it goes on, and its result is ignored.
 * @throws Error when it takes longer, or whatever `work` rejects with
 */
export function withTimeout<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`There was no answer within ${timeoutMs / 1000} seconds.`)),
    timeoutMs,
  );
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
