import { useQuery } from "@tanstack/react-query";
import { readAuthSettings } from "#web/client/auth/auth-settings.ts";
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
