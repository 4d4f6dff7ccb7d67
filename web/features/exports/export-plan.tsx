import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type Decision, listPlanDays } from "#contract/decisions.ts";
import { downloadOwnerFile } from "#web/client/download.ts";
import { formatErrorMessage } from "#web/client/error-message.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { DownloadIcon } from "#web/ui/icons/icons.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { notifyError } from "#web/ui/toasts/toast.ts";

type PlanFormat = "pdf" | "md" | "ics";
const formats: { format: PlanFormat; name: string; line: string }[] = [
  { format: "pdf", name: "PDF", line: "To print, or to hand to your buddy." },
  { format: "md", name: "Markdown", line: "Plain text, to keep and edit anywhere." },
  { format: "ics", name: "Calendar entries", line: "The dates of your plan, for any calendar." },
];

/** "Export my plan": a file to print, to edit, or for a calendar. Unsaved text is saved first. */
export function ExportPlan({
  decision,
  onBeforeExport,
}: {
  decision: Decision;
  onBeforeExport: () => Promise<void>;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  const hasDates = listPlanDays(decision).length > 0;

  const download = useMutation({
    mutationFn: async (format: PlanFormat) => {
      await onBeforeExport();
      await downloadOwnerFile(`/api/circles/:id/decision/plan.${format}`, {
        params: { id: decision.circle_id },
      });
    },
    networkMode: "always",
    onError: (error) => notifyError("Failed to export your plan", formatErrorMessage(error)),
  });

  return (
    <>
      <Button kind="primary" className="fill-small" onClick={() => setIsOpen(true)}>
        <DownloadIcon />
        Export my plan
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Export my plan"
        description="The path you chose, in your own words."
        initialFocus={first}
      >
        <ul className="stack g4">
          {formats.map(({ format, name, line }) => {
            const isDateless = format === "ics" && !hasDates;
            return (
              <li className="row between" key={format}>
                <span className="stack">
                  <span className="strong">{name}</span>
                  <span className="small ink-2" id={`export-${format}`}>
                    {isDateless ? "There are no dates in this plan yet." : line}
                  </span>
                </span>
                <Button
                  ref={format === "pdf" ? first : undefined}
                  aria-label={`Download as ${name}`}
                  aria-describedby={`export-${format}`}
                  unavailable={isDateless}
                  busy={download.isPending && download.variables === format}
                  busyLabel="Preparing..."
                  onClick={() => download.mutate(format)}
                >
                  <DownloadIcon />
                  Download
                </Button>
              </li>
            );
          })}
        </ul>
      </Dialog>
    </>
  );
}
