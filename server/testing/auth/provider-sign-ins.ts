import { randomUUID } from "node:crypto";
import { beforeAll, expect } from "vitest";
import type { SignInProvider } from "#server/config/sign-in-providers.ts";
import type { TestAuth, TestAuthClient } from "./auth.ts";
import { addApp } from "./authenticator-app.ts";
import { useGitHubDouble } from "./github-double.ts";
import {
  type ProviderRedirect,
  type TestOpenIdProvider,
  useOpenIdProvider,
} from "./openid-provider.ts";

export const callback = "http://localhost:3000/auth/v1/callback";

/** Sign-in providers, and the settings for them, which are known once the tests of a file begin. */
export function useSignInProviders() {
  const signInProviders: SignInProvider[] = [];
  const outside = useOpenIdProvider(callback);
  const github = useGitHubDouble();
  beforeAll(() => {
    const clientSecret = { kind: "text", text: outside.clientSecret } as const;
    const { issuer, clientId } = outside;
    for (const [id, name] of [
      ["google", "Google"],
      ["apple", "Apple"],
      ["azure", "Microsoft"],
      ["custom:oidc", "Example"],
    ] as const) {
      signInProviders.push({ id, name, kind: "openid", issuer, clientId, clientSecret });
    }
    signInProviders.push({
      id: "github",
      name: "GitHub",
      kind: "github",
      site: github.address,
      api: github.address,
      clientId: "github-client",
      clientSecret: { kind: "text", text: "secret" },
    });
  });
  return { signInProviders, outside, github };
}

type ProviderName = "google" | "apple" | "azure" | "github" | "custom:oidc";

/** What people do at a server where they sign in with those providers. */
export function useProviderSignIns(auth: TestAuth, outside: TestOpenIdProvider) {
  const newEmail = () => `person-${randomUUID()}@paraline.example`;

  /** Adds somebody at the provider, with an address that it has verified. */
  function verifiedPerson(email = newEmail()) {
    const hd = "paraline.example";
    return {
      email,
      subject: outside.know({ email, email_verified: true, name: "Maya Silva", hd }),
    };
  }

  /** Follows the provider's answer like a browser. Returns where the browser is sent, and what is in the address. */
  async function goBack({ to, form }: ProviderRedirect) {
    const headers = { Accept: "text/html" };
    const response = await auth.ask(`${to.pathname}${to.search}`, {
      headers,
      ...(form && { method: "POST", body: form }),
    });
    const location = new URL(response.headers.get("location") ?? "http://nowhere.invalid");
    return {
      status: response.status,
      headers: response.headers,
      to: location,
      query: location.searchParams,
      fragment: new URLSearchParams(location.hash.slice(1)),
    };
  }

  /** Begins a sign-in at the server, which redirects to the provider. */
  async function begin(client: TestAuthClient, provider: ProviderName = "google", options = {}) {
    const { data, error } = await client.signInWithOAuth({
      provider,
      options: { redirectTo: "http://localhost:3000/circles", ...options },
    });
    if (error) throw error;
    const url = new URL(data.url ?? "");
    const answer = await auth.ask(`${url.pathname}${url.search}`);
    expect(answer.status).toBe(302);
    return answer.headers.get("location") ?? "";
  }

  /** Does the whole sign-in in a separate browser. */
  async function signInBy(
    subject: string,
    {
      provider = "google",
      client = auth.createClient(),
    }: {
      provider?: ProviderName;
      client?: TestAuthClient;
    } = {},
  ) {
    const back = await goBack(await outside.signIn(await begin(client, provider), subject));
    const code = back.query.get("code");
    if (code === null) return { client, back, session: null, user: null, error: undefined };
    const { data, error } = await client.exchangeCodeForSession(code);
    return { client, back, session: data.session, user: data.user, error };
  }

  async function linkBy(client: TestAuthClient, subject: string) {
    const { data, error } = await client.linkIdentity({
      provider: "google",
      options: { redirectTo: "http://localhost:3000/settings" },
    });
    if (error) return { error, back: undefined };
    const back = await goBack(await outside.signIn(data.url ?? "", subject));
    const code = back.query.get("code");
    if (code === null) return { error: undefined, back };
    return { back, ...(await client.exchangeCodeForSession(code)) };
  }

  const listIdentities = async (client: TestAuthClient) => {
    const { data } = await client.getUserIdentities();
    return data?.identities.map(({ provider, identity_data }) => [provider, identity_data?.email]);
  };
  const countRows = async (table: "auth.users" | "auth.identities" | "auth.provider_sign_ins") => {
    const { count } = await auth.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<string>().as("count"))
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  const addSecondStep = (client: TestAuthClient) => addApp(auth.clock, client, "Phone");
  const listAudit = async (userId: string) =>
    (await auth.listAudit(userId)).map(({ action }) => action);

  return {
    newEmail,
    verifiedPerson,
    goBack,
    begin,
    signInBy,
    linkBy,
    listIdentities,
    countRows,
    addSecondStep,
    listAudit,
  };
}
