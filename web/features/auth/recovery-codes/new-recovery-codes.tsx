import { type RefObject, useEffect, useState } from "react";
import { dayOf } from "#contract/values/days.ts";
import { copyText } from "#web/client/copy-text.ts";
import { saveFile } from "#web/client/download.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";

/** Recovery codes that were just made. They cannot be shown again, so they stay until their owner has stored them. */
export function NewRecoveryCodes({
  email,
  codes,
  introduction,
  onStored,
}: {
  /** The address of the account. */
  email: string;
  codes: readonly string[];
  /** The sentence before the codes, which takes the focus. */
  introduction: RefObject<HTMLParagraphElement | null>;
  onStored: () => void;
}) {
  const [madeOn] = useState(() => dayOf(Date.now()));
  useEffect(() => introduction.current?.focus(), [introduction]);
  const grouped = codes.map((code) => code.replace(/(.{4})(?=.)/g, "$1-"));
  const title = `Recovery codes of ${email} at ${location.host}, made on ${madeOn}`;
  const text = `${title}\nEach code can be used once in place of your second step when you sign in.\n\n${grouped.join("\n")}\n`;

  async function copy() {
    if (await copyText(text)) notifySuccess("Recovery codes copied");
    else notifyError("Error", "Your browser did not allow copying. Download the codes instead.");
  }

  return (
    <div className="stack g4 new-codes">
      <p tabIndex={-1} ref={introduction} className="introduction">
        Store these codes where only you can find them, such as in a password manager or on paper.
        They are not shown again.
      </p>
      <p className="only-print strong">{title}</p>
      <ol className="sheet code-list" aria-label="Your recovery codes">
        {grouped.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p className="row">
        <Button onClick={() => void copy()}>Copy</Button>
        <Button
          onClick={() =>
            saveFile("paraline-recovery-codes.txt", new Blob([text], { type: "text/plain" }))
          }
        >
          Download
        </Button>
        <Button onClick={() => print()}>Print</Button>
      </p>
      <p>
        <Button kind="primary" className="fill-small" onClick={onStored}>
          I have stored them
        </Button>
      </p>
    </div>
  );
}
