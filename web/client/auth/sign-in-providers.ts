import { paths } from "#contract/paths.ts";
import { address, call, callAuth } from "./auth.ts";
import type { SignInProvider } from "./auth-settings.ts";

export interface ConnectedAccount {
  id: string;
  provider: string;
  email: string | undefined;
  created_at: string;
}

export const connectedParameter = "connected";

export async function signInAt(provider: SignInProvider, onward: string): Promise<void> {
  location.assign(await beginAt(provider, onward));
}

export async function connectAt(
  provider: SignInProvider,
  current: string | undefined,
): Promise<void> {
  const onward = `${paths.settings}?${new URLSearchParams({ [connectedParameter]: provider.id })}`;
  // The library's own call takes no password, so only what it has prepared is used.
  const { search } = new URL(await beginAt(provider, onward));
  const { url } = await callAuth<{ url: string }>(
    "POST",
    `/user/identities/authorize${search}&skip_http_redirect=true`,
    { current_password: current },
  );
  location.assign(url);
}

/** Prepares this browser to be the only one that can finish what begins at the returned address. */
async function beginAt({ id }: SignInProvider, onward: string): Promise<string> {
  const options = { redirectTo: address(onward), skipBrowserRedirect: true };
  const provider = id as `custom:${string}`;
  const { data } = await call((client) => client.signInWithOAuth({ provider, options }));
  return data.url;
}

export async function listConnectedAccounts(): Promise<ConnectedAccount[]> {
  const { data } = await call((client) => client.getUserIdentities());
  return data.identities
    .filter(({ provider }) => provider !== "email")
    .map(({ identity_id, provider, identity_data, created_at }) => ({
      id: identity_id,
      provider,
      email: typeof identity_data?.email === "string" ? identity_data.email : undefined,
      created_at: created_at ?? "",
    }));
}

export async function disconnect(accountId: string, current: string | undefined): Promise<void> {
  await callAuth("DELETE", `/user/identities/${accountId}`, { current_password: current });
}
