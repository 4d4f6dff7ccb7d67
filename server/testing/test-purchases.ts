import { expect, onTestFinished, vi } from "vitest";
import {
  type CheckoutKind,
  confirmCheckout,
  openPortal,
  openReceipt,
  readBilling,
  refreshBilling,
  startCheckout,
} from "#contract/billing/billing.ts";
import type { ErrorBody } from "#contract/errors.ts";
import type { TestCalls } from "./calls.ts";
import type { TestOwner } from "./owners.ts";

export type TestPurchases = ReturnType<typeof createTestPurchases>;

/** Buys through the product's own API and, if it sells through the test provider, through that provider's pages. */
export function createTestPurchases(app: TestCalls) {
  const start = (owner: TestOwner, kind: CheckoutKind, circleId?: string) =>
    app.as(owner, "POST", "/api/billing/checkout", { kind, circle_id: circleId });
  /** The same, but it has to succeed. */
  const open = async (owner: TestOwner, kind: CheckoutKind, circleId?: string) =>
    startCheckout.output.parse(await (await start(owner, kind, circleId)).json());
  /** Clicks a button of the test provider's page. Returns where that leads. */
  const click = async (url: string, action: string) => {
    const response = await app.request(new URL(url).pathname, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ action }),
    });
    return response.headers.get("location");
  };
  const read = (owner: TestOwner) => app.call(owner, readBilling);
  return {
    start,
    open,
    click,
    async buy(owner: TestOwner, kind: CheckoutKind, circleId?: string) {
      const { checkout_id, url } = await open(owner, kind, circleId);
      await click(url, "pay");
      await app.work();
      return checkout_id;
    },
    confirm: (owner: TestOwner, checkoutId: string) =>
      app.call(owner, confirmCheckout, { body: { checkout_id: checkoutId } }),
    read,
    /** The same as `read` for an owner who returns from the provider's page. */
    refresh: (owner: TestOwner) => app.call(owner, refreshBilling),
    use: (owner: TestOwner, circleId: string) =>
      app.as(owner, "POST", "/api/billing/credits/use", { circle_id: circleId }),
    portal: async (owner: TestOwner) => (await app.call(owner, openPortal)).url,
    /** Where the receipts of all payments open, the last one first. */
    async receipts(owner: TestOwner) {
      const { receipts } = await read(owner);
      const opened = receipts.map(({ id }) =>
        app.call(owner, openReceipt, { body: { receipt_id: id } }),
      );
      return (await Promise.all(opened)).map(({ url }) => url);
    },
  };
}

/** The status and the code of an error, for comparing. */
export async function readError(response: Response): Promise<[number, string]> {
  const body: ErrorBody = JSON.parse(await response.text());
  return [response.status, body.code];
}

/**
 * Makes clicks wait as long as they have to, however busy this machine is.
 * @returns a function that ends their fifteen seconds
 */
export function countPatience(): () => void {
  const patience = new AbortController();
  const timeouts = vi.spyOn(AbortSignal, "timeout").mockReturnValue(patience.signal);
  onTestFinished(() => timeouts.mockRestore());
  return () => {
    expect(timeouts).toHaveBeenCalledWith(15_000);
    patience.abort();
  };
}
