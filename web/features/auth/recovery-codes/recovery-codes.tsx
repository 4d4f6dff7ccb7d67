import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import { formatUtcDay } from "#contract/values/days.ts";
import { createRecoveryCodes } from "#web/client/auth/auth.ts";
import { copyText } from "#web/client/copy-text.ts";
import { saveFile } from "#web/client/download.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Badge } from "#web/ui/status/badge.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { useRecoveryCodes, useSecondFactors } from "../hooks.ts";
import { QueryStatus } from "../query-status.tsx";
import { useGuardedAction } from "../use-guarded-action.tsx";

const failure = "Failed to load your recovery codes";

const fewCodes = 3;

/** Shows nothing while the account has no second step, and offers codes when it gets its first one. */
export function RecoveryCodes({ email }: { email: string }) {
  const factors = useSecondFactors();
  const hasFactor = factors.data === undefined ? undefined : factors.data.length > 0;
  const hadFactor = useRef<boolean>(undefined);
  const [isOffered, setOffered] = useState(false);
  useEffect(() => {
    if (hasFactor !== undefined) {
      setOffered(hasFactor && hadFactor.current === false);
      hadFactor.current = hasFactor;
    }
  }, [hasFactor]);
  return hasFactor ? <CodesOfAccount email={email} isOffered={isOffered} /> : null;
}

function CodesOfAccount({ email, isOffered }: { email: string; isOffered: boolean }) {
  const queries = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const introduction = useRef<HTMLParagraphElement>(null);
  const count = useRecoveryCodes({ failure });
  const [codes, setCodes] = useState<string[]>();
  const [isReplacing, setReplacing] = useState(false);
  const making = useGuardedAction(email);
  useEffect(() => {
    if (isOffered) heading.current?.focus();
  }, [isOffered]);

  const present = count.data ?? undefined;

  function closeDialog() {
    setReplacing(false);
    making.clear();
  }

  async function make() {
    const isDone = await making.run(async (current) => {
      setCodes(await createRecoveryCodes(present !== undefined, current));
    });
    if (isDone) closeDialog();
    // Another tab may have made them meanwhile.
    await queries.invalidateQueries({ queryKey: queryKeys.recoveryCodes });
  }

  return (
    <div className="stack g4">
      <div className="row">
        <h3 className="subhead" tabIndex={-1} ref={heading}>
          Recovery codes
        </h3>
        {codes === undefined && present !== undefined && present.remaining <= fewCodes && (
          <Badge tone="ochre">{present.remaining === 0 ? "None left" : "Few left"}</Badge>
        )}
      </div>
      {codes !== undefined ? (
        <NewRecoveryCodes
          email={email}
          codes={codes}
          introduction={introduction}
          onStored={() => {
            setCodes(undefined);
            notifySuccess("Recovery codes stored", "Each of them works once.");
            heading.current?.focus();
          }}
        />
      ) : count.data === undefined ? (
        <QueryStatus query={count} failure={failure} />
      ) : present === undefined ? (
        <form
          className="stack g4"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void make();
          }}
        >
          <p className="ink-2">
            {isOffered
              ? "Make ten codes now, in case you lose your second step. Each can be used once instead."
              : "You have none. Make ten codes, in case you lose your second step. Each can be used once instead."}
          </p>
          {making.passwordField}
          <p>
            <Button
              type="submit"
              kind={isOffered ? "primary" : "outline"}
              className="fill-small"
              busy={making.busy}
              busyLabel="Making..."
            >
              Make recovery codes
            </Button>
          </p>
        </form>
      ) : (
        <>
          <p className="ink-2">{leftText(present)}</p>
          <p>
            <Button className="fill-small" onClick={() => setReplacing(true)}>
              Make new codes
            </Button>
          </p>
        </>
      )}
      <ConfirmDialog
        open={isReplacing}
        onOpenChange={(open) => {
          if (!open) closeDialog();
        }}
        title="Make new recovery codes?"
        description="The codes that you stored will stop working."
        confirmLabel="Make new codes"
        busyLabel="Making..."
        busy={making.busy}
        error={making.error}
        focusWhenDone={introduction}
        onConfirm={() => void make()}
      >
        {making.passwordField}
      </ConfirmDialog>
    </div>
  );
}

function leftText({ total, remaining }: { total: number; remaining: number }): string {
  if (remaining === 0) {
    return "You have used all of your codes. Make new ones: without them, only the person who runs this server can let you back in if you lose your second step.";
  }
  const left = `${remaining} of ${total} codes ${remaining === 1 ? "is" : "are"} left.`;
  return remaining <= fewCodes
    ? `${left} Make new ones before you need the last one.`
    : `${left} Each can be used once in place of your second step.`;
}

/** Recovery codes that were just made. They cannot be shown again, so they stay until their owner has stored them. */
function NewRecoveryCodes({
  email,
  codes,
  introduction,
  onStored,
}: {
  email: string;
  codes: readonly string[];
  introduction: RefObject<HTMLParagraphElement | null>;
  onStored: () => void;
}) {
  const [madeOn] = useState(() => formatUtcDay(Date.now()));
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
