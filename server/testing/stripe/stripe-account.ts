import { Hono } from "hono";
import { z } from "zod";
import {
  listObject,
  portalConfigurationObject,
  priceObject,
  productObject,
  webhookEndpointObject,
} from "./stripe-account-objects.ts";
import { get, RefusedError } from "./stripe-errors.ts";
import { queriesOf, readForm } from "./stripe-forms.ts";
import type {
  ConfigurationState,
  EndpointState,
  PriceState,
  ProductState,
} from "./stripe-states.ts";

const taxBehavior = z.enum(["exclusive", "inclusive"]);

const newPrice = z.strictObject({
  product: z.string(),
  currency: z.string(),
  unit_amount: z.coerce.number().int(),
  lookup_key: z.string().nullable().default(null),
  transfer_lookup_key: z.literal(true).optional(),
  tax_behavior: taxBehavior.or(z.literal("unspecified")).default("unspecified"),
  recurring: z.strictObject({ interval: z.enum(["month", "year"]) }).optional(),
});

const newProduct = z.strictObject({
  id: z.string(),
  name: z.string(),
  tax_code: z.string().startsWith("txcd_").nullable().default(null),
});

const productChanges = z.strictObject({
  active: z.boolean().optional(),
  tax_code: z.string().startsWith("txcd_").optional(),
});

const newEndpoint = z.strictObject({
  url: z.url(),
  enabled_events: z.array(z.string()).nonempty(),
  api_version: z.string().nullable().default(null),
});

const endpointChanges = z.strictObject({
  disabled: z.boolean().optional(),
  enabled_events: z.array(z.string()).nonempty().optional(),
});

const portalFeatures = z.strictObject({
  customer_update: z
    .strictObject({
      enabled: z.boolean(),
      allowed_updates: z.array(z.enum(["address", "email", "name", "phone", "shipping", "tax_id"])),
    })
    .optional(),
  invoice_history: z.strictObject({ enabled: z.boolean() }).optional(),
  payment_method_update: z.strictObject({ enabled: z.boolean() }).optional(),
  subscription_cancel: z
    .strictObject({ enabled: z.boolean(), mode: z.enum(["at_period_end", "immediately"]) })
    .optional(),
  subscription_update: z
    .strictObject({
      enabled: z.boolean(),
      default_allowed_updates: z.array(z.enum(["price", "promotion_code", "quantity"])),
      proration_behavior: z.enum(["always_invoice", "create_prorations", "none"]),
      schedule_at_period_end: z
        .strictObject({
          conditions: z.array(
            z.strictObject({ type: z.enum(["decreasing_item_amount", "shortening_interval"]) }),
          ),
        })
        .optional(),
      products: z.array(z.strictObject({ product: z.string(), prices: z.array(z.string()) })),
    })
    .optional(),
});

const newConfiguration = z.strictObject({
  metadata: z.record(z.string(), z.string()).default({}),
  features: portalFeatures,
});

const configurationChanges = z.strictObject({ features: portalFeatures.partial() });

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
    const wanted = queriesOf(c, "lookup_keys");
    const found = [...prices.values()].filter(
      ({ lookup_key, active }) => active && lookup_key !== null && wanted.includes(lookup_key),
    );
    return c.json(listObject(found.map(priceObject), c.req.path));
  });
  app.get("/prices/:id", (c) => c.json(priceObject(get(prices, c.req.param("id"), "price"))));
  app.post("/prices", async (c) => {
    const { recurring, transfer_lookup_key, ...given } = newPrice.parse(await readForm(c));
    get(products, given.product, "product");
    const holder = [...prices.values()].find(({ lookup_key }) => lookup_key === given.lookup_key);
    if (holder !== undefined && given.lookup_key !== null) {
      if (!transfer_lookup_key) throw new RefusedError("The lookup key is taken.", "lookup_key");
      holder.lookup_key = null;
    }
    const interval = recurring?.interval ?? null;
    const price = { ...given, id: newId("price"), active: true, interval, created: seconds() };
    prices.set(price.id, price);
    return c.json(priceObject(price));
  });
  app.post("/prices/:id", async (c) => {
    const price = get(prices, c.req.param("id"), "price");
    const { tax_behavior } = z.strictObject({ tax_behavior: taxBehavior }).parse(await readForm(c));
    if (price.tax_behavior !== "unspecified") {
      throw new RefusedError("The tax behavior of a price cannot be changed.", "tax_behavior");
    }
    price.tax_behavior = tax_behavior;
    return c.json(priceObject(price));
  });

  app.get("/products/:id", (c) => c.json(productObject(get(products, c.req.param("id")))));
  app.post("/products", async (c) => {
    const product = {
      ...newProduct.parse(await readForm(c)),
      active: true,
      created: seconds(),
    };
    products.set(product.id, product);
    return c.json(productObject(product));
  });
  app.post("/products/:id", async (c) => {
    const product = get(products, c.req.param("id"));
    Object.assign(product, productChanges.parse(await readForm(c)));
    return c.json(productObject(product));
  });

  app.get("/webhook_endpoints", (c) => {
    const found = [...endpoints.values()].map((endpoint) => webhookEndpointObject(endpoint));
    return c.json(listObject(found, c.req.path));
  });
  app.post("/webhook_endpoints", async (c) => {
    const given = newEndpoint.parse(await readForm(c));
    const endpoint = { ...given, id: newId("we"), status: "enabled" as const };
    endpoints.set(endpoint.id, endpoint);
    return c.json(webhookEndpointObject(endpoint, webhookSecret));
  });
  app.post("/webhook_endpoints/:id", async (c) => {
    const endpoint = get(endpoints, c.req.param("id"));
    const { disabled, ...changes } = endpointChanges.parse(await readForm(c));
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
    const withProducts = queriesOf(c, "expand").includes("features.subscription_update.products");
    const configuration = get(configurations, c.req.param("id"));
    return c.json(portalConfigurationObject(configuration, { withProducts }));
  });
  app.post("/billing_portal/configurations", async (c) => {
    const given = newConfiguration.parse(await readForm(c));
    const configuration = { ...given, id: newId("bpc") };
    requirePrices(configuration);
    configurations.set(configuration.id, configuration);
    return c.json(portalConfigurationObject(configuration, { withProducts: false }));
  });
  app.post("/billing_portal/configurations/:id", async (c) => {
    const configuration = get(configurations, c.req.param("id"));
    const { features } = configurationChanges.parse(await readForm(c));
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
