import type Stripe from "stripe";
import { isMissing, isNotAllowed } from "./client.ts";

/** The Stripe account that a key belongs to. */
export interface StripeAccounts {
  /** Null if a restricted key may not read the account. */
  readId(): Promise<string | null>;
  /** Whether a subscription was bought in this account, as far as that can be known. */
  isBoughtHere(bought: { account_id: string | null; customer_id: string | null }): Promise<boolean>;
}

export function createStripeAccounts(stripe: Stripe): StripeAccounts {
  // A key always belongs to the same account, so the id is kept.
  let known: { id: string | null } | undefined;

  async function readId(): Promise<string | null> {
    known ??= { id: await findId(stripe) };
    return known.id;
  }

  return {
    readId,
    async isBoughtHere({ account_id, customer_id }) {
      const id = account_id === null ? null : await readId();
      if (id !== null) return id === account_id;
      // Stripe still knows a customer who was deleted in this account, and reports them as deleted.
      return customer_id === null || (await knowsCustomer(stripe, customer_id));
    },
  };
}

async function findId(stripe: Stripe): Promise<string | null> {
  try {
    return (await stripe.accounts.retrieveCurrent()).id;
  } catch (error) {
    if (!isNotAllowed(error)) throw error;
    return null;
  }
}

async function knowsCustomer(stripe: Stripe, customerId: string): Promise<boolean> {
  try {
    await stripe.customers.retrieve(customerId);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
