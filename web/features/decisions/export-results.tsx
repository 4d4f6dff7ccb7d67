import { useState } from "react";
import type { exportBoardBook, exportResultsData, exportResultsTable } from "#contract/exports.ts";
import { downloadOwnerFile } from "#web/client/download.ts";
import { DownloadIcon } from "#web/ui/icons/icons.tsx";
import { ButtonMenu, MenuEntry, MenuRule } from "#web/ui/overlays/menu.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";

const downloads: { label: string; done: string; download: (id: string) => Promise<void> }[] = [
  {
    label: "Board book (PDF)",
    done: "Board book downloaded",
    download: (id) =>
      downloadOwnerFile<typeof exportBoardBook>("/api/circles/:id/results/board-book.pdf", {
        params: { id },
      }),
  },
  {
    label: "Spreadsheet (CSV)",
    done: "Spreadsheet downloaded",
    download: (id) =>
      downloadOwnerFile<typeof exportResultsTable>("/api/circles/:id/results/results.csv", {
        params: { id },
      }),
  },
  {
    label: "Data (JSON)",
    done: "Data downloaded",
    download: (id) =>
      downloadOwnerFile<typeof exportResultsData>("/api/circles/:id/results/results.json", {
        params: { id },
      }),
  },
];

/** "Export": everything that may be read, as a file or on paper. */
export function ExportResults({ circleId }: { circleId: string }) {
  const [isBusy, setIsBusy] = useState(false);

  async function keep({ done, download }: (typeof downloads)[number]) {
    if (isBusy) return;
    setIsBusy(true);
    try {
      await download(circleId);
      notifySuccess(done);
    } catch (error) {
      notifyError("Failed to export the results", error instanceof Error ? error.message : "");
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <ButtonMenu
      busy={isBusy}
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
        <MenuEntry key={one.label} onSelect={() => void keep(one)}>
          {one.label}
        </MenuEntry>
      ))}
      <MenuRule />
      <MenuEntry onSelect={() => window.print()}>Print</MenuEntry>
    </ButtonMenu>
  );
}
