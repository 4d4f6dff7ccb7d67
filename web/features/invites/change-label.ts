import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { EndpointOutput } from "#contract/endpoint.ts";
import type { changeInvite, Label, listContacts } from "#contract/invites/invites.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

/** Sets or removes a person's label, in all the circles they were asked in. */
export function useChangeLabel() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ inviteId, label }: { inviteId: string; label: Label | null }) =>
      callOwnerApi<typeof changeInvite>("PATCH", "/api/invites/:id", {
        params: { id: inviteId },
        body: { label },
      }),
    // An earlier response must not arrive after it.
    onMutate: () => queries.cancelQueries({ queryKey: queryKeys.contacts }),
    onSuccess: ({ invite }) => {
      queries.setQueryData<EndpointOutput<typeof listContacts>>(
        queryKeys.contacts,
        (before) =>
          before && {
            contacts: before.contacts.map((contact) =>
              contact.id === invite.id || (invite.email !== null && contact.email === invite.email)
                ? { ...contact, label: invite.label }
                : contact,
            ),
          },
      );
      void queries.invalidateQueries({ queryKey: queryKeys.contacts });
    },
  });
}
