import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { errorMessage } from "#contract/errors.ts";
import { confirmPayment } from "./confirm-payment.ts";

const checkoutId = "c1111111-1111-4111-8111-111111111111";
const lateMessage =
  "We are confirming your payment. It can take a few minutes. Your settings show what was paid.";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Answer = { status: number; body: unknown } | "no_answer" | "unreachable";

const state = (of: string, kind = "single"): Answer => ({
  status: 200,
  body: { state: of, kind, unlocked_circle_id: null },
});
const refusal = (status: number, code: Parameters<typeof errorMessage>[0]): Answer => ({
  status,
  body: { code, message: errorMessage(code), request_id: "" },
});

/** Returns from paying. The last response is repeated. */
function returnFromCheckout(answers: Answer[]) {
  const tokens: (string | null)[] = [];
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    tokens.push(new Headers(init.headers).get("Authorization"));
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === "unreachable") return Promise.reject(new TypeError("Failed to fetch"));
    if (answer === "no_answer" || answer === undefined) {
      return new Promise((_, reject) => {
        init.signal?.addEventListener("abort", () => reject(init.signal?.reason));
      });
    }
    return Promise.resolve(Response.json(answer.body, { status: answer.status }));
  });
  const shown: string[] = [];
  const seen = { tokens, said: shown, outcome: "waits" as string | undefined };
  void confirmPayment(checkoutId, {
    access_token: "old",
    show: (words) => void shown.push(words),
  }).then((words) => {
    seen.outcome = words;
  });
  return seen;
}

test.each([
  [
    "single",
    "Payment confirmed. Your unlock is saved, and you can use it as soon as there are reflections to read.",
  ],
  ["monthly", "Payment confirmed. Everything is unlocked."],
  ["annual", "Payment confirmed. Everything is unlocked."],
])(
  "a payment that arrives in between is reported with its own message: %s",
  async (kind, words) => {
    const seen = returnFromCheckout([
      state("open", kind),
      state("open", kind),
      state("paid", kind),
    ]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(seen.outcome).toBe("waits");
    await vi.advanceTimersByTimeAsync(2_000);
    expect(seen.outcome).toBe(words);
    expect(seen.said).toEqual(["Confirming your payment..."]);
    expect(seen.tokens).toEqual(["Bearer old", "Bearer old", "Bearer old"]);
  },
);

test.each<[string, Answer]>([
  ["is not there", state("open")],
  ["cannot be asked about, for want of network", "unreachable"],
  ["is asked about and no answer comes", "no_answer"],
  ["was asked about too often", refusal(429, "rate_limited")],
  ["meets a server in trouble", refusal(503, "unavailable")],
])(
  "after thirty seconds the page says that a payment that %s has not arrived yet",
  async (_, answer) => {
    const seen = returnFromCheckout([answer]);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(seen.said).toEqual(["Confirming your payment..."]);
    await vi.advanceTimersByTimeAsync(2_500);
    expect(seen.said.at(-1)).toBe(lateMessage);
    expect(seen.outcome).toBeUndefined();
    const asked = seen.tokens.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(seen.tokens).toHaveLength(asked);
  },
);

test("a failed payment is reported and not polled again", async () => {
  const seen = returnFromCheckout([state("failed")]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen.said.at(-1)).toBe("The payment failed. Nothing was charged.");
  expect(seen.outcome).toBeUndefined();
  expect(seen.tokens).toHaveLength(1);
});

test("nothing is said about someone else's checkout, or about none", async () => {
  const seen = returnFromCheckout([refusal(404, "checkout_not_found")]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen.said.at(-1)).toBe("");
  expect(seen.outcome).toBeUndefined();
  expect(seen.tokens).toHaveLength(1);
});

test.each<[string, Answer]>([
  ["has run out while paying", refusal(401, "signed_out")],
  ["wants its second step", refusal(403, "insufficient_aal")],
])(
  "with a session that %s, the payment counts as not arrived yet, and polling ends",
  async (_, answer) => {
    const seen = returnFromCheckout([answer]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(seen.said.at(-1)).toBe(lateMessage);
    expect(seen.outcome).toBeUndefined();
    expect(seen.tokens).toHaveLength(1);
  },
);
