import { useState } from "react";
import type { downloadAccount } from "#contract/account.ts";
import { downloadOwnerFile } from "#web/client/download.ts";
import { errorMessageOf } from "#web/client/error-message.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { FieldError } from "#web/ui/fields/field.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";

/** All of the owner's data as one file. */
export function DownloadEverything() {
  const [state, setState] = useState<{ busy: boolean; error?: string }>({ busy: false });

  async function download() {
    setState({ busy: true });
    try {
      await downloadOwnerFile<typeof downloadAccount>("/api/account/download");
      setState({ busy: false });
      notifySuccess("Download ready", "Your browser has the file now.");
    } catch (error) {
      const message = errorMessageOf(error, "Your download could not be prepared.");
      setState({ busy: false, error: message });
      notifyError("Error", message);
    }
  }

  return (
    <div className="stack g3">
      <h3 className="subhead">Download everything</h3>
      <p className="ink-2">
        Your profile, paralines, people and labels, the reflections you can read, insights, mails
        and covers, as one zip of JSON and CSV files.
      </p>
      {state.error !== undefined && <FieldError>{state.error}</FieldError>}
      <p>
        <Button
          className="fill-small"
          busy={state.busy}
          busyLabel="Preparing..."
          onClick={download}
        >
          {state.error === undefined ? "Download everything" : "Try again"}
        </Button>
      </p>
    </div>
  );
}
