import type Stripe from "stripe";
import { changed, found, type SetUpStep } from "./set-up-step.ts";

const subscribedEvents = [
  "checkout.session.completed",
  "checkout.session.expired",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.payment_action_required",
  "charge.refunded",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "refund.failed",
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[];

/** The address at which Stripe reaches the server. */
export const webhookUrl = (publicUrl: string) => `${publicUrl}/api/billing/webhook`;

export const disableOldWebhook = "--disable-old-webhook";

/**
 * Registers `url` as Stripe's webhook, or adds what the registered one lacks. Its events use the API release that the
 * library reads; Stripe makes no breaking changes within a release. Stripe cannot change the release of an endpoint, so
 * an endpoint with another release is replaced. No event is lost then: both endpoints send every event until the
 * operator has the old one disabled, after the server has got the new secret.
 * @param disableOld whether the server knows the secret of the current endpoint
 */
export async function setUpWebhook(
  stripe: Stripe,
  url: string,
  { disableOld }: { disableOld: boolean },
): Promise<SetUpStep[]> {
  const { endpoint, old } = await findEndpoints(stripe, url);
  if (endpoint === undefined) {
    const { id, secret } = await stripe.webhookEndpoints.create({
      url,
      enabled_events: [...subscribedEvents],
      api_version: (await loadRelease()).version,
    });
    return [
      changed(`webhook: made ${id}, ${url}`),
      ...old.map(describeReplacement),
      changed(`\nSTRIPE_WEBHOOK_SECRET=${secret}`),
    ];
  }
  const repaired = await repair(stripe, endpoint);
  if (!disableOld) return [repaired, ...old.map(describeReplacement)];
  for (const { id } of old) await stripe.webhookEndpoints.update(id, { disabled: true });
  return [repaired, ...old.map(({ id }) => changed(`webhook: disabled ${id}`))];
}

/** Describes what is wrong with the webhook that {@link setUpWebhook} makes, as a sentence; undefined if nothing is. */
export async function findWebhookProblem(stripe: Stripe, url: string): Promise<string | undefined> {
  const { endpoint, old } = await findEndpoints(stripe, url);
  if (endpoint === undefined) {
    return old.length === 0
      ? `Stripe has no webhook for ${url}, so payments are noticed late.`
      : `The webhook for ${url} sends events as of another release of Stripe's API than this server reads.`;
  }
  if (!isEnabled(endpoint)) return `The webhook for ${url} is disabled.`;
  const missing = listMissingEvents(endpoint);
  return missing.length === 0
    ? undefined
    : `The webhook for ${url} does not send ${missing.join(", ")}.`;
}

/** Finds the endpoint of an address whose events this server reads, and enabled endpoints of another release. */
async function findEndpoints(
  stripe: Stripe,
  url: string,
): Promise<{
  endpoint: Stripe.WebhookEndpoint | undefined;
  old: Stripe.WebhookEndpoint[];
}> {
  const { suffix } = await loadRelease();
  const isCurrent = ({ api_version }: Stripe.WebhookEndpoint) =>
    api_version?.endsWith(suffix) === true;
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const registered = data.filter((endpoint) => endpoint.url === url);
  const current = registered.filter(isCurrent);
  return {
    endpoint: current.find(isEnabled) ?? current[0],
    old: registered.filter((other) => isEnabled(other) && !isCurrent(other)),
  };
}

/** The release of Stripe's API that the library reads. */
async function loadRelease() {
  const { default: StripeClient } = await import("stripe");
  const { API_VERSION, MAJOR_API_VERSION } = StripeClient;
  return { version: API_VERSION, suffix: `.${MAJOR_API_VERSION}` };
}

function listMissingEvents({ enabled_events }: Stripe.WebhookEndpoint) {
  if (enabled_events.includes("*")) return [];
  return subscribedEvents.filter((event) => !enabled_events.includes(event));
}

/** Stripe sends only known event names, but the library's types do not say so. */
const isEvent = (event: string): event is Stripe.WebhookEndpointUpdateParams.EnabledEvent => true;

const isEnabled = ({ status }: Stripe.WebhookEndpoint) => status === "enabled";

function describeReplacement({ id, api_version }: Stripe.WebhookEndpoint): SetUpStep {
  const version = api_version ?? "the account's default version";
  return found(
    `webhook: ${id} sends the same events as of ${version}, and stays until you disable it. Set STRIPE_WEBHOOK_SECRET to the new webhook's secret, restart the server, then run \`npm run stripe:setup -- ${disableOldWebhook}\`. Until then nothing is lost: both send every event, and Stripe sends again what was refused.`,
  );
}

async function repair(stripe: Stripe, endpoint: Stripe.WebhookEndpoint): Promise<SetUpStep> {
  const { id, url, enabled_events } = endpoint;
  const isDisabled = !isEnabled(endpoint);
  const missing = listMissingEvents(endpoint);
  if (!isDisabled && missing.length === 0) return found(`webhook: found ${id}, ${url}`);
  await stripe.webhookEndpoints.update(id, {
    ...(isDisabled && { disabled: false }),
    ...(missing.length > 0 && { enabled_events: [...enabled_events.filter(isEvent), ...missing] }),
  });
  const done = [
    ...(isDisabled ? ["enabled again, with the secret that it had"] : []),
    ...(missing.length > 0 ? [`added ${missing.join(", ")}`] : []),
  ];
  return changed(`webhook: ${id} ${done.join("; ")}`);
}
