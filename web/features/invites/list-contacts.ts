import { useQuery } from "@tanstack/react-query";
import type { listContacts } from "#contract/invites/invites.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

/**
 * Everyone the owner has asked, last added first. `silent` where they are only suggestions: no failure is reported
 * then.
 */
export function useContacts({ silent = false } = {}) {
  return useQuery({
    queryKey: queryKeys.contacts,
    queryFn: ({ signal }) => callOwnerApi<typeof listContacts>("GET", "/api/invites", { signal }),
    select: (answer) => answer.contacts,
    meta: silent ? {} : { failure: "Failed to load contacts" },
  });
}
