import { type QueryKey, useQuery } from "@tanstack/react-query";
import { listSecondFactors, readRecoveryCodes } from "#web/client/auth/auth.ts";
import { authCode } from "#web/client/auth/auth-code.ts";
import { readAuthSettings } from "#web/client/auth/auth-settings.ts";
import { listConnectedApps, readConnectionRequest } from "#web/client/auth/connected-apps.ts";
import { listPasskeys } from "#web/client/auth/passkeys.ts";
import { listConnectedAccounts } from "#web/client/auth/sign-in-providers.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

/** What this server offers for signing in; it does not change while the server runs. */
export function useAuthSettings() {
  return useQuery({
    queryKey: queryKeys.authSettings,
    queryFn: readAuthSettings,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Whether this browser and this server support passkeys. */
export function useHasPasskeys(): boolean {
  const settings = useAuthSettings();
  return window.PublicKeyCredential !== undefined && settings.data?.passkeys_enabled === true;
}

/** The message if a list cannot be loaded and, before the second step, the address of the account. */
interface ListOptions {
  failure?: string | undefined;
  email?: string;
}

/** The account's second factors. */
export function useSecondFactors({ failure, email }: ListOptions = {}) {
  return useQuery({
    queryKey: keyFor(queryKeys.secondFactors, email),
    queryFn: listSecondFactors,
    meta: { failure },
  });
}

/** How many recovery codes the account has and has left; null if it has none. */
export function useRecoveryCodes({ failure, email }: ListOptions) {
  return useQuery({
    queryKey: keyFor(queryKeys.recoveryCodes, email),
    queryFn: async () => (await readRecoveryCodes()) ?? null,
    meta: { failure },
  });
}

function keyFor(key: QueryKey, email: string | undefined): QueryKey {
  return email === undefined ? key : [...key, email];
}

export function usePasskeys(failure: string) {
  return useQuery({ queryKey: queryKeys.passkeys, queryFn: listPasskeys, meta: { failure } });
}

/** The accounts elsewhere that sign in to this one. */
export function useConnectedAccounts() {
  return useQuery({ queryKey: queryKeys.connectedAccounts, queryFn: listConnectedAccounts });
}

/** Where the owner is signed in. */
export function useSessions(failure: string) {
  return useQuery({
    queryKey: queryKeys.sessions,
    queryFn: ({ signal }) => callOwnerApi("GET /api/sessions", { signal }),
    select: (answer) => answer.sessions,
    meta: { failure },
  });
}

/** The apps that the owner has connected. */
export function useConnectedApps(failure: string) {
  return useQuery({
    queryKey: queryKeys.connectedApps,
    queryFn: listConnectedApps,
    // What the server has refused would be refused again.
    retry: (failures, error) => failures < 2 && authCode(error) === undefined,
    meta: { failure },
  });
}

/** What an app asks for, or where the browser takes the answer to it. */
export function useConnectionRequest(id: string) {
  return useQuery({
    queryKey: ["connection-request", id],
    queryFn: () => readConnectionRequest(id),
    // Reading it may answer it, and then it cannot be read again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}
