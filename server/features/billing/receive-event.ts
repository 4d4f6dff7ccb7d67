import { DomainError } from "#contract/errors.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { SellingDeps } from "./billing-deps.ts";
import { findCheckoutByProviderId, findCustomerByProviderId, insertEvent } from "./queries.ts";

/**
 * Keeps an event of the provider as it came, once, with the job that works it; nothing is believed of it but what it is
 * about. What says nothing that matters here is kept as ignored. The bytes of an event about nobody of ours are not kept.
 * @throws DomainError webhook_invalid when it is not signed as it should be
 */
export async function receiveEvent(
  { db, jobs, clock, payments }: SellingDeps,
  body: Buffer,
  headers: Headers,
): Promise<void> {
  const event = payments.readEvent(body, headers);
  if (event === undefined) throw new DomainError("webhook_invalid");
  const { id, type, about, customer_id } = event;
  const provider = payments.name;
  await inTransaction(db, async (tx) => {
    const known =
      customer_id !== undefined
        ? await findCustomerByProviderId(tx, provider, customer_id)
        : about?.kind === "checkout"
          ? await findCheckoutByProviderId(tx, provider, about.id)
          : undefined;
    const is_new = await insertEvent(tx, {
      id,
      provider,
      type,
      about: about?.kind ?? null,
      about_id: about?.id ?? null,
      user_id: known?.user_id ?? null,
      body: known === undefined ? null : body.toString("utf8"),
      state: about === undefined ? "ignored" : "received",
      received_at: clock.now(),
    });
    if (is_new && about !== undefined)
      await jobs.enqueue(tx, "work_billing_event", { event_id: id });
  });
}
