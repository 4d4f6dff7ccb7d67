import type { readPrivateLink } from "#contract/invites/invites.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";

/** One person's private link, fetched when it is copied and stored nowhere. */
export async function fetchPrivateLink(inviteId: string): Promise<string> {
  const { invite_address } = await callOwnerApi<typeof readPrivateLink>(
    "GET",
    "/api/invites/:id/link",
    { params: { id: inviteId } },
  );
  return invite_address;
}
