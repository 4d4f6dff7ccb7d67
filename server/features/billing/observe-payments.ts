import type { Metrics } from "#server/telemetry/metrics.ts";
import { inSpan } from "#server/telemetry/tracing.ts";
import { CustomerGoneError, type PaymentProvider, UnreadableEventError } from "./provider.ts";

/** Wraps a provider so that each call is counted with its outcome. */
export function observePayments(
  provider: PaymentProvider | undefined,
  metrics: Metrics,
): PaymentProvider | undefined {
  if (provider === undefined) return undefined;
  return new Proxy(provider, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== "function" || typeof name !== "string") return member;
      return (...given: unknown[]) => {
        const result: unknown = Reflect.apply(member, target, given);
        return result instanceof Promise ? observe(name, result) : result;
      };
    },
  });

  function observe(call: string, result: Promise<unknown>): Promise<unknown> {
    return inSpan(`payments.${call}`, {}, async () => {
      try {
        const answer = await result;
        metrics.countPaymentCall(call, "done");
        return answer;
      } catch (error) {
        metrics.countPaymentCall(call, isAnswer(error) ? "done" : "failed");
        throw error;
      }
    });
  }
}

/** Whether an error is one that the product expects: a response by the provider, or an event that cannot be read. */
const isAnswer = (error: unknown) =>
  error instanceof CustomerGoneError || error instanceof UnreadableEventError;
