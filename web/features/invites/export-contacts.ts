import { useMutation } from "@tanstack/react-query";
import type { exportContacts } from "#contract/invites.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { saveFile } from "#web/ui/save-file.ts";

/** Everyone the owner has asked, as a file for spreadsheets. */
export function useExportContacts() {
  return useMutation({
    mutationFn: () => callOwnerApi<typeof exportContacts>("GET", "/api/invites/export"),
    onSuccess: ({ file_name, csv }) => saveFile(file_name, "text/csv;charset=utf-8", csv),
  });
}
