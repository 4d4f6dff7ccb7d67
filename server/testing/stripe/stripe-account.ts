import { Hono } from "hono";
import type Stripe from "stripe";
import { get, RefusedError } from "./stripe-errors.ts";
import { listQueryValues, readForm } from "./stripe-forms.ts";
import {
  listObject,
  portalConfigurationObject,
  priceObject,
  productObject,
  webhookEndpointObject,
} from "./stripe-objects.ts";
import type {
  ConfigurationState,
  EndpointState,
  PriceState,
  ProductState,
} from "./stripe-states.ts";

type NewPrice = Pick<PriceState, "product" | "currency" | "unit_amount"> &
  Partial<Pick<PriceState, "lookup_key" | "tax_behavior">> & {
    transfer_lookup_key?: true;
    recurring?: { interval: "month" | "year" };
  };

/** What an operator sets up in a Stripe account: products, prices, webhook endpoints, the portal's configurations. */
export function createStripeAccount({
  newId,
  seconds,
  webhookSecret,
}: {
  newId(prefix: string): string;
  seconds(): number;
  webhookSecret: string;
}) {
  const prices = new Map<string, PriceState>();
  const products = new Map<string, ProductState>();
  const configurations = new Map<string, ConfigurationState>();
  const endpoints = new Map<string, EndpointState>();
  const app = new Hono();

  app.get("/prices", (c) => {
    const wanted = listQueryValues(c, "lookup_keys");
    const found = [...prices.values()].filter(
      ({ lookup_key, active }) => active && lookup_key !== null && wanted.includes(lookup_key),
    );
    return c.json(listObject(found.map(priceObject), c.req.path));
  });
  app.get("/prices/:id", (c) => c.json(priceObject(get(prices, c.req.param("id"), "price"))));
  app.post("/prices", async (c) => {
    const given = await readForm<NewPrice>(c);
    const { product, currency, lookup_key = null, tax_behavior = "unspecified" } = given;
    get(products, product, "product");
    const holder = [...prices.values()].find((price) => price.lookup_key === lookup_key);
    if (holder !== undefined && lookup_key !== null) {
      if (!given.transfer_lookup_key) {
        throw new RefusedError("The lookup key is taken.", "lookup_key");
      }
      holder.lookup_key = null;
    }
    const price: PriceState = {
      id: newId("price"),
      product,
      currency,
      lookup_key,
      unit_amount: Number(given.unit_amount),
      tax_behavior,
      active: true,
      interval: given.recurring?.interval ?? null,
      created: seconds(),
    };
    prices.set(price.id, price);
    return c.json(priceObject(price));
  });
  app.post("/prices/:id", async (c) => {
    const price = get(prices, c.req.param("id"), "price");
    const { tax_behavior = "unspecified" } = await readForm<NewPrice>(c);
    if (price.tax_behavior !== "unspecified") {
      throw new RefusedError("The tax behavior of a price cannot be changed.", "tax_behavior");
    }
    price.tax_behavior = tax_behavior;
    return c.json(priceObject(price));
  });

  app.get("/products/:id", (c) => c.json(productObject(get(products, c.req.param("id")))));
  app.post("/products", async (c) => {
    const { id = "", name, tax_code } = await readForm<Stripe.ProductCreateParams>(c);
    const product = { id, name, tax_code: tax_code || null, active: true, created: seconds() };
    products.set(product.id, product);
    return c.json(productObject(product));
  });
  app.post("/products/:id", async (c) => {
    const product = get(products, c.req.param("id"));
    Object.assign(product, await readForm<Stripe.ProductUpdateParams>(c));
    return c.json(productObject(product));
  });

  app.get("/webhook_endpoints", (c) => {
    const found = [...endpoints.values()].map((endpoint) => webhookEndpointObject(endpoint));
    return c.json(listObject(found, c.req.path));
  });
  app.post("/webhook_endpoints", async (c) => {
    const {
      url,
      enabled_events,
      api_version = null,
    } = await readForm<Stripe.WebhookEndpointCreateParams>(c);
    const endpoint = {
      id: newId("we"),
      url,
      enabled_events,
      api_version,
      status: "enabled" as const,
    };
    endpoints.set(endpoint.id, endpoint);
    return c.json(webhookEndpointObject(endpoint, webhookSecret));
  });
  app.post("/webhook_endpoints/:id", async (c) => {
    const endpoint = get(endpoints, c.req.param("id"));
    const { disabled, ...changes } = await readForm<Stripe.WebhookEndpointUpdateParams>(c);
    Object.assign(endpoint, changes);
    if (disabled !== undefined) endpoint.status = disabled ? "disabled" : "enabled";
    return c.json(webhookEndpointObject(endpoint));
  });

  app.get("/billing_portal/configurations", (c) => {
    const found = [...configurations.values()].map((configuration) =>
      portalConfigurationObject(configuration, { withProducts: false }),
    );
    return c.json(listObject(found, c.req.path));
  });
  app.get("/billing_portal/configurations/:id", (c) => {
    const withProducts = listQueryValues(c, "expand").includes(
      "features.subscription_update.products",
    );
    const configuration = get(configurations, c.req.param("id"));
    return c.json(portalConfigurationObject(configuration, { withProducts }));
  });
  app.post("/billing_portal/configurations", async (c) => {
    const given = await readForm<Omit<ConfigurationState, "id">>(c);
    const configuration = { ...given, id: newId("bpc") };
    requirePrices(configuration);
    configurations.set(configuration.id, configuration);
    return c.json(portalConfigurationObject(configuration, { withProducts: false }));
  });
  app.post("/billing_portal/configurations/:id", async (c) => {
    const configuration = get(configurations, c.req.param("id"));
    const { features } = await readForm<Omit<ConfigurationState, "id">>(c);
    requirePrices({ features });
    Object.assign(configuration.features, features);
    return c.json(portalConfigurationObject(configuration, { withProducts: false }));
  });

  function requirePrices({ features }: Pick<ConfigurationState, "features">): void {
    for (const { product, prices: offered = [] } of features.subscription_update?.products ?? []) {
      for (const id of offered) {
        const price = get(prices, id, "price");
        if (price.product === product && price.active) continue;
        throw new RefusedError(`${id} is not an active price of ${product}.`, "features");
      }
    }
  }

  return {
    app,
    prices,
    products,
    configurations,
    endpoints,
    /** An endpoint that another version of the product made. */
    addEndpoint(given: Pick<EndpointState, "url"> & Partial<EndpointState>): string {
      const id = newId("we");
      endpoints.set(id, {
        id,
        enabled_events: ["*"],
        api_version: null,
        status: "enabled",
        ...given,
      });
      return id;
    },
  };
}
