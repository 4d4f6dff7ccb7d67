import { type QueryKey, useQuery } from "@tanstack/react-query";
import { listSecondFactors, readRecoveryCodes } from "#web/client/auth/auth.ts";
import { authCode } from "#web/client/auth/auth-code.ts";
import { readAuthSettings } from "#web/client/auth/auth-settings.ts";
import { listConnectedApps, readConnectionRequest } from "#web/client/auth/connected-apps.ts";
import { listPasskeys } from "#web/client/auth/passkeys.ts";
import { listConnectedAccounts } from "#web/client/auth/sign-in-providers.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

export function useAuthSettings() {
  return useQuery({
    queryKey: queryKeys.authSettings,
    queryFn: readAuthSettings,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useHasPasskeys(): boolean {
  const settings = useAuthSettings();
  return window.PublicKeyCredential !== undefined && settings.data?.passkeys_enabled === true;
}

interface ListOptions {
  failure?: string | undefined;
  email?: string;
}

export function useSecondFactors({ failure, email }: ListOptions = {}) {
  return useQuery({
    queryKey: keyFor(queryKeys.secondFactors, email),
    queryFn: listSecondFactors,
    meta: { failure },
  });
}

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

export function useConnectedAccounts() {
  return useQuery({ queryKey: queryKeys.connectedAccounts, queryFn: listConnectedAccounts });
}

export function useSessions(failure: string) {
  return useQuery({
    queryKey: queryKeys.sessions,
    queryFn: ({ signal }) => callOwnerApi("GET /api/sessions", { signal }),
    select: (answer) => answer.sessions,
    meta: { failure },
  });
}

export function useConnectedApps(failure: string) {
  return useQuery({
    queryKey: queryKeys.connectedApps,
    queryFn: listConnectedApps,
    // What the server has refused would be refused again.
    retry: (failures, error) => failures < 2 && authCode(error) === undefined,
    meta: { failure },
  });
}

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
