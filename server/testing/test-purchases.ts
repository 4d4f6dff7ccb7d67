import type { z } from "zod";
import {
  type Billing,
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

/** Buys through the product's own API and, if it sells through the test provider, through that provider's pages. */
export interface TestPurchases {
  start(owner: TestOwner, kind: CheckoutKind, circleId?: string): Promise<Response>;
  /** The same, but it has to succeed. */
  open(
    owner: TestOwner,
    kind: CheckoutKind,
    circleId?: string,
  ): Promise<{ checkout_id: string; url: string }>;
  /** Clicks a button of the test provider's page. Returns where that leads. */
  click(url: string, action: string): Promise<string | null>;
  buy(owner: TestOwner, kind: CheckoutKind, circleId?: string): Promise<string>;
  confirm(owner: TestOwner, checkoutId: string): Promise<z.output<typeof confirmCheckout.output>>;
  read(owner: TestOwner): Promise<Billing>;
  /** The same for an owner who returns from the provider's page. */
  refresh(owner: TestOwner): Promise<Billing>;
  use(owner: TestOwner, circleId: string): Promise<Response>;
  portal(owner: TestOwner): Promise<string>;
  /** Where the receipts of all payments open, the last one first. */
  receipts(owner: TestOwner): Promise<string[]>;
}

export function testPurchasesOf(app: TestCalls): TestPurchases {
  const start: TestPurchases["start"] = (owner, kind, circleId) =>
    app.as(owner, "POST", "/api/billing/checkout", { kind, circle_id: circleId });
  const open: TestPurchases["open"] = async (owner, kind, circleId) =>
    startCheckout.output.parse(await (await start(owner, kind, circleId)).json());
  const click: TestPurchases["click"] = async (url, action) => {
    const response = await app.request(new URL(url).pathname, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ action }),
    });
    return response.headers.get("location");
  };
  const read: TestPurchases["read"] = (owner) => app.call(owner, readBilling);
  return {
    start,
    open,
    click,
    async buy(owner, kind, circleId) {
      const { checkout_id, url } = await open(owner, kind, circleId);
      await click(url, "pay");
      await app.work();
      return checkout_id;
    },
    confirm: (owner, checkoutId) =>
      app.call(owner, confirmCheckout, { body: { checkout_id: checkoutId } }),
    read,
    refresh: (owner) => app.call(owner, refreshBilling),
    use: (owner, circleId) =>
      app.as(owner, "POST", "/api/billing/credits/use", { circle_id: circleId }),
    portal: async (owner) => (await app.call(owner, openPortal)).url,
    async receipts(owner) {
      const { receipts } = await read(owner);
      const opened = receipts.map(({ id }) =>
        app.call(owner, openReceipt, { body: { receipt_id: id } }),
      );
      return (await Promise.all(opened)).map(({ url }) => url);
    },
  };
}

/** The status and the code of an error, for comparing. */
export async function errorOf(response: Response): Promise<[number, string]> {
  const body: ErrorBody = JSON.parse(await response.text());
  return [response.status, body.code];
}
