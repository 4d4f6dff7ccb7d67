import { randomBytes, randomUUID } from "node:crypto";
import { z } from "zod";
import { inTransaction } from "#server/db/transactions.ts";
import { isSameDigest } from "#server/secrets.ts";
import type { CheckoutReport, PaymentProvider, ProviderDeps, ProviderEvent } from "../provider.ts";
import {
  expireTestCheckout,
  findTestCheckout,
  findTestSubscription,
  insertTestCheckout,
  insertTestSubscription,
  listTestSubscriptions,
  payTestCheckout,
  type TestCheckout,
} from "./queries.ts";
import { amountOf, reportPayment, reportSubscription } from "./reports.ts";

const checkout_open_ms = 24 * 60 * 60_000;
const portal_open_ms = 60 * 60_000;

/** Where the test provider's own pages are; no money moves there. */
export const test_paths = { checkout: "/test-checkout", portal: "/test-portal" } as const;

/** The header that carries the signature of a test event. */
export const test_signature_header = "Test-Signature";

const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  customer_id: z.string(),
  about: z.object({ kind: z.enum(["checkout", "payment", "subscription"]), id: z.string() }),
});

/** What only the test provider's own pages do: the buyer's side of it. */
export interface TestProvider extends PaymentProvider {
  /** Pays an open checkout, as its buyer; false when it cannot be paid any more. */
  pay(provider_id: string): Promise<boolean>;
  /** Whose portal an address opens; undefined for one that is not ours or too old. */
  readPortalKey(key: string): string | undefined;
  /** An event as it would come from outside: its bytes, and the header that signs them. */
  writeEvent(
    type: string,
    about: ProviderEvent["about"] & {},
    user_id: string,
  ): { body: string; headers: Record<string, string> };
}

/** A stand-in for a payment provider, inside the product: everything is as with a real one, except that no money moves. */
export function createTestProvider({ db, clock, secrets, config }: ProviderDeps): TestProvider {
  const sign = (body: string | Buffer) => secrets.signFor("test event", "", body);
  const signPortal = (user_id: string, until: string) =>
    secrets.signFor("test portal", user_id, until).toString("base64url");

  async function load(provider_id: string): Promise<TestCheckout> {
    const checkout = await findTestCheckout(db, provider_id);
    if (checkout === undefined) throw new Error("The test provider has no such checkout.");
    return checkout;
  }

  const readSubscription = async (id: string) => {
    const subscription = await findTestSubscription(db, id);
    if (subscription === undefined) throw new Error("The test provider has no such subscription.");
    return reportSubscription(subscription, clock.now());
  };

  return {
    name: "test",
    createCustomer: async ({ user_id }) => `test_${user_id}`,
    // It writes to nobody.
    async updateCustomer() {},

    async startCheckout({ checkout_id, kind, user_id, success_url, cancel_url }) {
      // The same wish gets the same checkout; its address cannot be guessed.
      const id = `test_${secrets.signFor("test checkout", user_id, checkout_id).toString("base64url")}`;
      const created_at = clock.now();
      const expires_at = new Date(created_at.getTime() + checkout_open_ms);
      await insertTestCheckout(db, {
        id,
        user_id,
        kind,
        success_url,
        cancel_url,
        created_at,
        expires_at,
      });
      return {
        provider_id: id,
        url: `${config.public_url}${test_paths.checkout}/${id}`,
        expires_at,
      };
    },

    endCheckout: (provider_id) => expireTestCheckout(db, provider_id),

    async readCheckout(provider_id): Promise<CheckoutReport> {
      const checkout = await load(provider_id);
      const { kind, state, paid_at, subscription_id } = checkout;
      const is_over = state === "expired" || checkout.expires_at <= clock.now();
      return {
        state: state === "paid" ? "paid" : is_over ? "failed" : "open",
        amount_cents: amountOf(kind),
        paid_at: paid_at ?? checkout.created_at,
        payment: state === "paid" && kind === "single" ? reportPayment(checkout) : undefined,
        subscription:
          subscription_id === null ? undefined : await readSubscription(subscription_id),
      };
    },

    readPayment: async (payment_id) => reportPayment(await load(payment_id)),
    readSubscription,
    listSubscriptions: async (customer_id) =>
      (await listTestSubscriptions(db, userOf(customer_id))).map((subscription) =>
        reportSubscription(subscription, clock.now()),
      ),

    async openPortal(customer_id) {
      const user_id = userOf(customer_id);
      const until = String(clock.now().getTime() + portal_open_ms);
      const key = `${user_id}.${until}.${signPortal(user_id, until)}`;
      return `${config.public_url}${test_paths.portal}/${key}`;
    },

    // Its books are rows of the account and go with it.
    async closeCustomer() {},

    readEvent(body, headers) {
      const signature = Buffer.from(headers.get(test_signature_header) ?? "", "base64url");
      if (!isSameDigest(signature, sign(body))) return undefined;
      return eventSchema.parse(JSON.parse(body.toString("utf8")));
    },

    async pay(provider_id) {
      const { kind, user_id } = await load(provider_id);
      const now = clock.now();
      return inTransaction(db, async (tx) => {
        const subscription_id =
          kind === "single" ? undefined : `test_${randomBytes(12).toString("base64url")}`;
        const paid = await payTestCheckout(tx, provider_id, { now, subscription_id });
        if (paid === undefined) return false;
        if (kind !== "single" && subscription_id !== undefined) {
          await insertTestSubscription(tx, { id: subscription_id, user_id, kind, started_at: now });
        }
        return true;
      });
    },

    readPortalKey(key) {
      const [user_id = "", until = "", signature = ""] = key.split(".");
      const is_signed = isSameDigest(
        Buffer.from(signature),
        Buffer.from(signPortal(user_id, until)),
      );
      return is_signed && Number(until) > clock.now().getTime() ? user_id : undefined;
    },

    writeEvent(type, about, user_id) {
      const body = JSON.stringify({
        id: `test_${randomUUID()}`,
        type,
        about,
        customer_id: `test_${user_id}`,
      });
      return {
        body,
        headers: {
          "Content-Type": "application/json",
          [test_signature_header]: sign(body).toString("base64url"),
        },
      };
    },
  };
}

function userOf(customer_id: string): string {
  return customer_id.slice("test_".length);
}
