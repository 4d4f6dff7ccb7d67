import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { EndpointOutput } from "#contract/endpoint.ts";
import {
  type Contact,
  type InviteDraft,
  type Label,
  lastAddedFirst,
  type listInvites,
} from "#contract/invites/invites.ts";
import { downloadOwnerFile } from "#web/client/download.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

/** A queued email is sent within seconds; an answer or a bounce may arrive at any time. */
const queuedEveryMs = 2_000;
const liveEveryMs = 5_000;

export function useInvites(circleId: string) {
  return useQuery({
    queryKey: queryKeys.people(circleId),
    queryFn: ({ signal }) =>
      callOwnerApi("GET /api/circles/:id/invites", { params: { id: circleId }, signal }),
    refetchInterval: (query) =>
      query.state.data?.invites.some((invite) => invite.delivery === "queued")
        ? queuedEveryMs
        : liveEveryMs,
    meta: { failure: "Failed to load circle data" },
  });
}

export function useAddPeople(circleId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (invites: InviteDraft[]) =>
      callOwnerApi("POST /api/circles/:id/invites", {
        params: { id: circleId },
        body: { invites },
      }),
    onSuccess: (people) => {
      queries.setQueryData(queryKeys.people(circleId), people);
    },
    meta: { stale: [queryKeys.circles, queryKeys.contacts] },
  });
}

export function useCorrectAddress(circleId: string) {
  return useMutation({
    mutationFn: ({ inviteId, email }: { inviteId: string; email: string }) =>
      callOwnerApi("PATCH /api/invites/:id", { params: { id: inviteId }, body: { email } }),
    meta: { stale: [queryKeys.people(circleId), queryKeys.contacts] },
  });
}

/** Removes a person from a circle; they disappear from its list at once. */
export function useRemoveInvite(circleId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (inviteId: string) =>
      callOwnerApi("DELETE /api/invites/:id", { params: { id: inviteId } }),
    onSuccess: (_, inviteId) => {
      queries.setQueryData<EndpointOutput<typeof listInvites>>(
        queryKeys.people(circleId),
        (before) =>
          before && {
            ...before,
            invites: before.invites.filter((invite) => invite.id !== inviteId),
          },
      );
    },
    meta: { stale: [queryKeys.circles, queryKeys.contacts] },
  });
}

export function useSendInvitations(circleId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      callOwnerApi("POST /api/circles/:id/invites/send", { params: { id: circleId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.people(circleId) }),
  });
}

export function useResendInvite(circleId: string) {
  return useMutation({
    mutationFn: (inviteId: string) =>
      callOwnerApi("POST /api/invites/:id/resend", { params: { id: inviteId } }),
    meta: { stale: [queryKeys.people(circleId)] },
  });
}

export function useRemindPeople(circleId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      callOwnerApi("POST /api/circles/:id/invites/remind", { params: { id: circleId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.people(circleId) }),
  });
}

/** One person's private link, fetched when it is copied and stored nowhere. */
export async function fetchPrivateLink(inviteId: string): Promise<string> {
  const { invite_address } = await callOwnerApi("GET /api/invites/:id/link", {
    params: { id: inviteId },
  });
  return invite_address;
}

/** With `silent`, for suggestions, no failure is reported. */
export function useContacts({ silent = false } = {}) {
  return useQuery({
    queryKey: queryKeys.contacts,
    queryFn: readContacts,
    select: (answer) => answer.contacts,
    meta: silent ? {} : { failure: "Error", saysReason: true },
  });
}

/** Reads all pages, because people are searched, filtered and grouped across all paralines. */
async function readContacts({ signal }: { signal: AbortSignal }): Promise<{ contacts: Contact[] }> {
  const contacts: Contact[] = [];
  let after: string | undefined;
  do {
    const query = after === undefined ? {} : { after };
    const page = await callOwnerApi("GET /api/invites", { query, signal });
    contacts.push(...page.contacts);
    after = page.next;
  } while (after !== undefined);
  return { contacts: contacts.sort(lastAddedFirst) };
}

export function useChangeLabel() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ inviteId, label }: { inviteId: string; label: Label | null }) =>
      callOwnerApi("PATCH /api/invites/:id", { params: { id: inviteId }, body: { label } }),
    // An earlier response must not arrive afterwards.
    onMutate: () => queries.cancelQueries({ queryKey: queryKeys.contacts }),
    onSuccess: ({ invite }) => {
      queries.setQueryData<{ contacts: Contact[] }>(
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
    },
    meta: { stale: [queryKeys.contacts] },
  });
}

export function useExportContacts() {
  return useMutation({
    mutationFn: (format: "xlsx" | "csv") => downloadOwnerFile(`/api/invites/contacts.${format}`),
  });
}
