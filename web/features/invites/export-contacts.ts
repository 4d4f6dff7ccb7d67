import { useMutation } from "@tanstack/react-query";
import type { exportContacts } from "#contract/invites/invites.ts";
import { downloadOwnerFile } from "#web/client/download.ts";

/** Everyone the owner has asked, as a file for spreadsheets. */
export function useExportContacts() {
  return useMutation({
    mutationFn: () => downloadOwnerFile<typeof exportContacts>("/api/invites/export"),
  });
}
