import { DomainError } from "#contract/errors.ts";
import { findOwner } from "#server/access/profiles.ts";
import type { EnabledBillingDeps } from "../billing-deps.ts";
import { CustomerGoneError } from "../provider.ts";
import { type CustomerKey, findCustomer, storeCustomerId } from "./customer-queries.ts";
import { updateCustomerEmail } from "./update-customer-email.ts";

/**
 * Does something at the provider with the owner as its customer, who is created if necessary, or again if the provider
 * has deleted them.
 * @param requestId the same id creates one customer
 */
export async function asCustomer<Result>(
  deps: EnabledBillingDeps,
  key: CustomerKey,
  requestId: string,
  work: (customerId: string) => Promise<Result>,
): Promise<Result> {
  const knownId = (await findCustomer(deps.db, key))?.provider_id ?? null;
  try {
    return await work(knownId ?? (await createCustomer(deps, key, requestId, null)));
  } catch (error) {
    if (knownId === null || !(error instanceof CustomerGoneError)) throw error;
    return work(await createCustomer(deps, key, requestId, knownId));
  }
}

async function createCustomer(
  deps: EnabledBillingDeps,
  key: CustomerKey,
  requestId: string,
  replaces: string | null,
): Promise<string> {
  const { db, payments } = deps;
  const account = await findOwner(db, key.user_id);
  if (account === undefined) throw new DomainError("signed_out");
  const { user_id, email } = account;
  const createdId = await payments.createCustomer({ user_id, email, request_id: requestId });
  const customerId = await storeCustomerId(db, key, createdId, replaces);
  if (customerId === createdId) {
    // If the address changed before the customer's id was stored, the change could not reach the provider.
    if ((await findOwner(db, user_id))?.email !== email) await updateCustomerEmail(deps, user_id);
    return customerId;
  }
  // Either the account was erased in between, or a later click created another customer. This one is of no use, so it
  // does not stay at the provider.
  await payments.closeCustomer({ customer_id: createdId, user_id: null });
  if (customerId === undefined) throw new DomainError("signed_out");
  return customerId;
}
