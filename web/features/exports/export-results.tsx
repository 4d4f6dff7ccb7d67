import { useMutation } from "@tanstack/react-query";
import { downloadOwnerFile } from "#web/client/download.ts";
import { formatErrorMessage } from "#web/client/error-message.ts";
import { DownloadIcon } from "#web/ui/icons/icons.tsx";
import { ButtonMenu, MenuEntry, MenuRule } from "#web/ui/overlays/menu.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";

const downloads = [
  { label: "Board book (PDF)", done: "Board book downloaded", file: "board-book.pdf" },
  { label: "Spreadsheet (XLSX)", done: "Spreadsheet downloaded", file: "results.xlsx" },
  { label: "Plain table (CSV)", done: "Table downloaded", file: "results.csv" },
  { label: "Data (JSON)", done: "Data downloaded", file: "results.json" },
] as const;

export function ExportResults({ circleId }: { circleId: string }) {
  const download = useMutation({
    mutationFn: ({ file }: (typeof downloads)[number]) =>
      downloadOwnerFile(`/api/circles/:id/results/${file}`, { params: { id: circleId } }),
    networkMode: "always",
    onSuccess: (_, { done }) => notifySuccess(done),
    onError: (error) => notifyError("Failed to export the results", formatErrorMessage(error)),
  });

  return (
    <ButtonMenu
      busy={download.isPending}
      busyLabel="Writing..."
      label={
        <>
          <span className="only-wide">
            <DownloadIcon />
          </span>
          Export
        </>
      }
    >
      {downloads.map((one) => (
        <MenuEntry key={one.label} onSelect={() => download.mutate(one)}>
          {one.label}
        </MenuEntry>
      ))}
      <MenuRule />
      <MenuEntry onSelect={() => window.print()}>Print</MenuEntry>
    </ButtonMenu>
  );
}
