import { describe, expect, it, onTestFinished } from "vitest";
import { UnusableDatabaseError } from "#server/db/errors.ts";
import { paymentChecks } from "#server/features/billing/check-payments.ts";
import { paymentProviders } from "#server/features/billing/providers.ts";
import { setUpStripeAccount } from "#server/features/billing/stripe/set-up/set-up-stripe-account.ts";
import { modelCheck } from "#server/features/insights/engines/check-model.ts";
import { type Check, passed } from "#server/system/check.ts";
import { createTestClock } from "#server/testing/clock.ts";
import { startMailServer } from "#server/testing/mail-server.ts";
import { startModelDouble } from "#server/testing/model-double.ts";
import { stripeWebhookSecret, useStripeDouble } from "#server/testing/stripe/stripe-double.ts";
import { publicAddress } from "./machine-checks.ts";
import { dkim, dmarc, findDomain, mailServer, spf } from "./mail-checks.ts";
import { redactSecrets, runChecks } from "./run-checks.ts";

const clock = createTestClock();
const publicUrl = "https://paraline.example";

/** What checks find, as "ok name: detail". */
async function runCheck(...checks: Check[]): Promise<string[]> {
  const results = await runChecks(checks);
  return results.map(({ check, ok, detail }) => `${ok ? "ok" : "FIX"} ${check}: ${detail}`);
}

it("what keeps the server from starting is reported in the same words as at the start", async () => {
  const run = () => Promise.reject(new UnusableDatabaseError("Set DATABASE_DIRECT_URL."));
  expect(await runCheck({ name: "database", run })).toEqual([
    "FIX database: Set DATABASE_DIRECT_URL.",
  ]);
});

it("a check that fails or never ends does not hide the others, and none reveals a secret", async () => {
  const environment = {
    DATABASE_URL: "postgres://me:p%40ssword@db.example/paraline",
    STRIPE_SECRET_KEY: "sk_test_hidden",
  };
  const results = await runChecks([
    { name: "hangs", seconds: 0.01, run: () => new Promise(() => {}) },
    { name: "fails", run: () => Promise.reject(new Error("no p@ssword p%40ssword")) },
    { name: "works", run: async () => passed("with sk_test_hidden") },
  ]);
  expect(redactSecrets(results, environment)).toEqual([
    { check: "hangs", ok: false, detail: "It did not end within 0.01 seconds." },
    { check: "fails", ok: false, detail: "This could not be checked: no *** ***." },
    { check: "works", ok: true, detail: "with ***" },
  ]);
});

it("an address that others can open uses https, and the proxy in front of it is counted", async () => {
  const at = (url: string, host: string, trustProxy: number, onLoopback = false) =>
    runCheck(publicAddress({ publicUrl: url, host, trustProxy, onLoopback }));
  expect(await at(publicUrl, "0.0.0.0", 1)).toEqual([
    `ok public address: ${publicUrl}, behind 1 proxy`,
  ]);
  expect((await at(publicUrl, "0.0.0.0", 0))[0]).toContain("TRUST_PROXY is 0");
  expect((await at("http://paraline.example", "0.0.0.0", 1))[0]).toContain("not encrypted");
  expect((await at("http://localhost:3000", "0.0.0.0", 0))[0]).toContain("other machines");
  expect((await at("http://localhost:3000", "127.0.0.1", 1, true))[0]).toContain("unset");
});

describe("the domain of the emails", () => {
  const records = new Map<string, string[][]>();
  const resolver = {
    async resolveTxt(name: string) {
      const found = records.get(name);
      const code = name.includes("unreachable") ? "ETIMEOUT" : "ENOTFOUND";
      if (found === undefined) throw Object.assign(new Error(`queryTxt ${name}`), { code });
      return found;
    },
  };
  const of = (domain: string | undefined, selector?: string) => {
    const mail = { domain, resolver };
    return runCheck(spf(mail), dkim(mail, selector), dmarc(mail));
  };

  it("has its records; the DMARC record may be at the domain above, and long records come in parts", async () => {
    records.set("mail.good.example", [["other"], ["v=spf1 include:", "a.example -all"]]);
    records.set("k1._domainkey.mail.good.example", [["v=DKIM1; k=rsa; p=", "MIGf"]]);
    records.set("_dmarc.good.example", [["v=DMARC1; p=quarantine"]]);
    const domain = findDomain("Paraline <Post@Mail.Good.example>");
    const found = await of(domain, "k1");
    expect(found.map((line) => line.split(" ")[0])).toEqual(["ok", "ok", "ok"]);
    expect((await of(domain, "k2"))[1]).toContain("There is no key at k2._domainkey.mail.good");
  });

  it("is reported with what it lacks, and when it could not be looked up", async () => {
    records.set("bad.example", [["v=spf1 +all"]]);
    records.set("k1._domainkey.bad.example", [["v=DKIM1; p="]]);
    const bad = await of("bad.example", "k1");
    expect(bad[0]).toContain("FIX SPF: The SPF record of bad.example lets everyone send");
    expect(bad[1]).toContain("FIX DKIM: There is no key");
    expect(bad[2]).toContain("FIX DMARC: bad.example has no DMARC record");
    for (const line of await of("unreachable.example")) {
      expect(line).toContain("FIX");
      expect(line).toContain("could not be looked up (ETIMEOUT)");
    }
    expect(await of(undefined)).toContain("ok DKIM: no email is sent");
  });
});

describe("the mail server", () => {
  it("accepts this server, or refuses its password", async () => {
    const { port, stop } = await startMailServer({
      allowInsecureAuth: true,
      onAuth({ password }, _session, done) {
        if (password === "right-password") done(null, { user: "me" });
        else done(new Error("Wrong password"));
      },
    });
    onTestFinished(stop);
    const by = (password: string) =>
      runCheck(
        mailServer({
          smtpUrl: `smtp://me:${password}@127.0.0.1:${port}`,
          mailFrom: "post@paraline.example",
          onLoopback: false,
          publicUrl,
        }),
      );
    expect(await by("right-password")).toEqual([
      `ok mail server: 127.0.0.1:${port} accepts this server`,
    ]);
    const [refused] = await by("wrong-password");
    expect(refused).toContain("refuses the name or password in SMTP_URL");
    expect(refused).not.toContain("wrong-password");
  });
});

describe("Stripe", () => {
  const key = "sk_live_double";
  const stripe = useStripeDouble(() => clock, key);
  const check = (given: NodeJS.ProcessEnv = {}, onLoopback = false) => {
    const environment = {
      STRIPE_API_URL: stripe.url,
      STRIPE_SECRET_KEY: key,
      STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
      ...given,
    };
    const config = { billing: "stripe", publicUrl, onLoopback } as const;
    return runCheck(...paymentChecks(paymentProviders, { environment, config, clock }));
  };

  it("is checked against what stripe:setup creates, and nothing is changed there", async () => {
    const lacking = await check();
    expect(lacking[1]).toContain("FIX Stripe: prices: Stripe has no price for single");
    expect(lacking[2]).toContain("FIX Stripe: webhook: Stripe has no webhook for");
    const environment = {
      STRIPE_API_URL: stripe.url,
      STRIPE_SECRET_KEY: key,
      PUBLIC_URL: publicUrl,
    };
    await setUpStripeAccount(environment, [], () => {});
    const asked = stripe.asked.length;
    expect(await check()).toEqual([
      "ok Stripe: key: accepted (live), of the account acct_double",
      "ok Stripe: prices: all three are what the pages say",
      "ok Stripe: webhook: registered, with every event; its secret is set",
    ]);
    expect(stripe.asked.slice(asked).filter((one) => !one.startsWith("GET "))).toEqual([]);

    const [endpoint] = stripe.endpoints.values();
    const events = endpoint?.enabled_events.slice(1) ?? [];
    stripe.changeEndpoint(endpoint?.id ?? "", { enabled_events: events });
    expect((await check())[2]).toContain("does not send checkout.session.completed");
    expect((await check({}, true))[0]).toContain("The key is a live one");
    const refused = await check({ STRIPE_SECRET_KEY: "sk_live_other" });
    for (const line of refused) expect(line).toContain("Stripe refuses STRIPE_SECRET_KEY");
  });
});

it("the model is asked for one word, and the report says what its server says is wrong", async () => {
  const double = await startModelDouble({ content: "yes" });
  const model = modelCheck({
    kind: "model",
    provider: "openai-compatible",
    model: "small",
    apiKey: "a-key",
    baseUrl: double.baseUrl,
    timeoutMs: 1000,
  });
  try {
    expect(await runCheck(model)).toEqual(["ok insights: small answers"]);
    expect(double.asked[0]?.messages).toEqual([{ role: "user", content: "Say yes." }]);
    double.answerWith({ status: 401 });
    expect((await runCheck(model))[0]).toContain("refuses the key in INSIGHTS_API_KEY");
  } finally {
    double.close();
  }
});
