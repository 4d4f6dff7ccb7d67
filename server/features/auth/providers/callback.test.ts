import { beforeEach, describe, expect, it } from "vitest";
import { createTestBrowser, useTestAuth } from "#server/testing/auth/auth.ts";
import {
  callback,
  useProviderSignIns,
  useSignInProviders,
} from "#server/testing/auth/provider-sign-ins.ts";
import { clearExpiredAuth } from "../jobs.ts";

const { signInProviders, outside } = useSignInProviders();

const auth = useTestAuth({ config: { signInProviders } });

const { verifiedPerson, goBack, begin, listIdentities, countRows } = useProviderSignIns(
  auth,
  outside,
);

beforeEach(() => auth.readEmails());

describe("a callback", () => {
  it("has an effect only in the browser that began it", async () => {
    const stranger = await auth.signUp();
    const { subject } = verifiedPerson(stranger.email);
    const [before, url] = [await countRows("auth.identities"), await begin(auth.createClient())];
    const back = await goBack(await outside.signIn(url, subject));
    const code = back.query.get("code") ?? "";
    expect(code).not.toBe("");

    // Somebody else sent the person to the provider, so nothing is reset, created or connected.
    expect(await countRows("auth.identities")).toBe(before);
    expect((await stranger.client.getUser()).error).toBeNull();
    const victim = auth.createClient();
    await victim.signInWithOAuth({ provider: "google" });
    const { error } = await victim.exchangeCodeForSession(code);
    expect(error?.code).toBe("bad_code_verifier");
    expect(await countRows("auth.identities")).toBe(before);
  });

  it("works once, and its code too", async () => {
    const { subject } = verifiedPerson();
    const client = auth.createClient();
    const sent = await outside.signIn(await begin(client), subject);
    const back = await goBack(sent);
    const again = await goBack(sent);
    expect(again.query.get("error_code")).toBe("bad_oauth_state");
    const body = {
      auth_code: back.query.get("code"),
      code_verifier: "x".repeat(43),
    };
    expect((await auth.send("POST", "/token?grant_type=pkce", body)).body.code).toBe(
      "bad_code_verifier",
    );
    expect((await auth.send("POST", "/token?grant_type=pkce", body)).body.code).toBe(
      "flow_state_not_found",
    );
  });

  it("a callback that comes after five minutes is refused at the page that began it", async () => {
    const { subject } = verifiedPerson();
    const sent = await outside.signIn(await begin(auth.createClient()), subject);
    auth.clock.set(new Date(auth.clock.now().getTime() + 5 * 60_000 + 1));
    const back = await goBack(sent);
    expect([back.to.pathname, back.query.get("error_code"), back.fragment.get("error")]).toEqual([
      "/circles",
      "bad_oauth_state",
      "access_denied",
    ]);
  });

  it("a callback whose code is exchanged too late is refused", async () => {
    const client = auth.createClient();
    const url = await begin(client);
    const back = await goBack(await outside.signIn(url, verifiedPerson().subject));
    auth.clock.set(new Date(auth.clock.now().getTime() + 5 * 60_000 + 1));
    const { error } = await client.exchangeCodeForSession(back.query.get("code") ?? "");
    expect(error?.code).toBe("flow_state_expired");
  });

  it("says in our own words that somebody has turned back", async () => {
    const back = await goBack(await outside.cancel(await begin(auth.createClient())));
    expect(Object.fromEntries(back.query)).toEqual({
      error: "access_denied",
      error_description: "The sign-in with Google was cancelled.",
    });
  });

  it("a callback that is too large is refused", async () => {
    const body = new URLSearchParams({ state: "x".repeat(20_000) });
    const response = await auth.ask("/auth/v1/callback", { method: "POST", body });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error_code: "request_entity_too_large" });
  });

  it("a callback with a code that the provider does not know is refused", async () => {
    const url = new URL(await begin(auth.createClient()));
    const to = new URL(callback);
    to.searchParams.set("state", url.searchParams.get("state") ?? "");
    to.searchParams.set("code", "made-up");
    const back = await goBack({ to, form: undefined });
    expect(back.query.get("error_code")).toBe("bad_oauth_callback");
  });

  it("keeps no state, verifier, token or name in plain", async () => {
    const { email, subject } = verifiedPerson();
    const url = new URL(await begin(auth.createClient()));
    const state = url.searchParams.get("state") ?? "";
    await goBack(await outside.signIn(url.href, subject));
    const rows = await auth.db.selectFrom("auth.provider_sign_ins").selectAll().execute();
    const text = rows
      .flatMap((row) => Object.values(row))
      .map((value) => (Buffer.isBuffer(value) ? value.toString("latin1") : String(value)))
      .join(" ");
    for (const secret of [state, email, subject, "Maya", url.searchParams.get("nonce") ?? ""]) {
      expect(text).not.toContain(secret);
    }
  });

  it("is deleted when nobody has come back", async () => {
    await begin(auth.createClient());
    auth.clock.set(new Date(auth.clock.now().getTime() + 16 * 60_000));
    await clearExpiredAuth(auth.deps)({}, { attempt: 1, lastAttempt: false });
    expect(await countRows("auth.provider_sign_ins")).toBe(0);
  });

  it("leads only to the app's pages", async () => {
    const client = auth.createClient();
    const url = await begin(client, "google", { redirectTo: "https://evil.example/circles" });
    const back = await goBack(await outside.signIn(url, verifiedPerson().subject));
    expect(back.to.origin + back.to.pathname).toBe("http://localhost:3000/");
    expect(back.headers.get("referrer-policy")).toBe("no-referrer");
    expect(back.headers.get("cache-control")).toBe("no-store");
  });
});

describe("without PKCE", () => {
  it("the tokens are after the #, with the provider's", async () => {
    const { email, subject } = verifiedPerson();
    const client = auth.createClient({ flowType: "implicit" });
    const back = await goBack(await outside.signIn(await begin(client), subject));
    expect(back.to.search).toBe("");
    expect(Object.fromEntries(back.fragment)).toMatchObject({
      token_type: "bearer",
      expires_in: "3600",
      provider_token: expect.any(String),
    });
    const { data } = await client.getUser(back.fragment.get("access_token") ?? "");
    expect(data.user?.email).toBe(email);
  });

  it("no account is reset: anyone could have sent the person there", async () => {
    const stranger = await auth.signUp();
    const { subject } = verifiedPerson(stranger.email);
    const client = auth.createClient({ flowType: "implicit" });
    const back = await goBack(await outside.signIn(await begin(client), subject));
    expect(back.fragment.get("error_code")).toBe("email_not_confirmed");
    expect((await stranger.client.getUser()).error).toBeNull();
  });

  it("no account is connected by its address: anyone could have sent the person there", async () => {
    const person = await auth.signUp();
    await auth.prove(person.user_id);
    const { subject } = verifiedPerson(person.email);
    const client = auth.createClient({ flowType: "implicit" });
    const back = await goBack(await outside.signIn(await begin(client), subject));
    expect(back.fragment.get("error_code")).toBe("validation_failed");
    expect(await listIdentities(person.client)).toEqual([["email", person.email]]);
  });

  it("no account is connected from Settings", async () => {
    const { client } = await auth.signUp({ flowType: "implicit" });
    expect((await client.linkIdentity({ provider: "google" })).error?.code).toBe(
      "validation_failed",
    );
  });
});

describe("where a sign-in begins", () => {
  it("the provider is asked with state, nonce and PKCE, and with what only it knows", async () => {
    const url = new URL(
      await begin(auth.createClient(), "google", {
        scopes: "calendar",
        queryParams: { prompt: "select_account", client_id: "evil", state: "evil", nonce: "evil" },
      }),
    );
    const asked = Object.fromEntries(url.searchParams);
    expect(asked).toMatchObject({
      client_id: outside.clientId,
      redirect_uri: callback,
      response_type: "code",
      scope: "openid email profile calendar",
      prompt: "select_account",
      code_challenge_method: "S256",
    });
    expect([asked.state, asked.nonce]).not.toContain("evil");
    expect(asked.state?.length).toBeGreaterThan(30);
  });

  it("what the provider says about itself is requested once an hour", async () => {
    await begin(auth.createClient());
    const before = outside.discoveries;
    await begin(auth.createClient());
    expect(outside.discoveries).toBe(before);
    auth.clock.set(new Date(auth.clock.now().getTime() + 60 * 60_000));
    await begin(auth.createClient());
    expect(outside.discoveries).toBe(before + 1);
    auth.clock.set(new Date());
  });

  it("a provider that is down is said to be, where the person came from", async () => {
    auth.clock.set(new Date(auth.clock.now().getTime() + 3 * 60 * 60_000));
    await outside.setDown(true);
    try {
      const path = "/auth/v1/authorize?provider=google&redirect_to=http://localhost:3000/auth";
      const answer = await auth.ask(path);
      const to = new URL(answer.headers.get("location") ?? "");
      expect([answer.status, to.pathname, to.searchParams.get("error_code")]).toEqual([
        302,
        "/auth",
        "provider_unavailable",
      ]);
      const asJson = await auth.send("GET", "/authorize?provider=google&skip_http_redirect=true");
      expect([asJson.status, asJson.body.code]).toEqual([422, "provider_unavailable"]);
      const { client } = await auth.signUp();
      const linking = await client.linkIdentity({ provider: "google" });
      expect(linking.error).toMatchObject({ status: 422, code: "provider_unavailable" });
    } finally {
      await outside.setDown(false);
    }
    expect(await begin(auth.createClient())).toContain(outside.issuer);
    auth.clock.set(new Date());
  });

  it("only what is set up is offered", async () => {
    const { body } = await auth.send("GET", "/settings");
    expect(body.external).toMatchObject({ google: true, github: true, "custom:oidc": true });
    expect(body.providers).toContainEqual({ id: "custom:oidc", name: "Example" });
    for (const name of ["facebook", ""]) {
      const { status, body } = await auth.send("GET", `/authorize?provider=${name}`);
      expect([status, body.code, body.message]).toEqual([
        400,
        "validation_failed",
        expect.stringMatching(/^Unsupported provider: /),
      ]);
    }
  });
});

it("two tabs of a browser can be at providers at once", async () => {
  const browser = createTestBrowser();
  const [one, other] = [auth.createClient({ browser }), auth.createClient({ browser })];
  const { subject } = verifiedPerson();
  const first = await begin(one);
  await begin(other);
  const back = await goBack(await outside.signIn(first, subject));
  expect(back.query.get("code")).not.toBeNull();
});
