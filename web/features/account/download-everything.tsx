import { useMutation } from "@tanstack/react-query";
import { downloadOwnerFile } from "#web/client/download.ts";
import { formatErrorMessage } from "#web/client/error-message.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { FieldError } from "#web/ui/fields/field.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";

const formatError = (error: unknown) =>
  formatErrorMessage(error, "Your download could not be prepared.");

export function DownloadEverything() {
  const download = useMutation({
    mutationFn: () => downloadOwnerFile("/api/account/download"),
    networkMode: "always",
    onSuccess: () => notifySuccess("Download ready", "Look for it among your browser's downloads."),
    onError: (error) => notifyError("Error", formatError(error)),
  });

  return (
    <div className="stack g3">
      <h3 className="subhead">Download everything</h3>
      <p className="ink-2">Your data and the reflections you can read, as JSON and CSV.</p>
      {download.isError && <FieldError>{formatError(download.error)}</FieldError>}
      <p>
        <Button
          className="fill-small"
          busy={download.isPending}
          busyLabel="Preparing..."
          onClick={() => download.mutate()}
        >
          {download.isError ? "Try again" : "Download everything"}
        </Button>
      </p>
    </div>
  );
}
