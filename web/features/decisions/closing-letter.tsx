import { useState } from "react";
import type { Decision } from "#contract/decisions.ts";
import { formatDay } from "#contract/values/days.ts";
import { isolate } from "#contract/values/isolate.ts";
import { formatErrorMessage } from "#web/client/error-message.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { formatCount } from "#web/ui/text/format-count.ts";
import { WrittenText } from "#web/ui/text/written-text.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import type { DecisionDraft, DraftState } from "./decision-draft.ts";
import { findError } from "./decision-values.ts";
import { DraftField } from "./draft-field.tsx";
import { useSendClosingLetter } from "./hooks.ts";
import { PlanSection } from "./plan-section.tsx";
import { SaveMessage } from "./save-status.tsx";

const parts = [
  { name: "heard", label: "What I heard" },
  { name: "decided", label: "What I decided" },
  { name: "thanks", label: "Thank you" },
] as const;

interface ClosingAudience {
  recipients_count: number;
  left_out_count: number;
}

interface ClosingLetterProps {
  draft: DecisionDraft;
  state: DraftState;
  decision: Decision;
  audience: ClosingAudience;
  title: string;
}

export function ClosingLetter(props: ClosingLetterProps) {
  const { closing } = props.decision;
  const { values } = props.state;
  const { sent_on, sent_count } = closing;
  return (
    <PlanSection
      title="Close the loop"
      isPathChosen={values.path !== ""}
      isFilled={sent_on !== null || parts.some(({ name }) => values[`closing.${name}`])}
    >
      <p className="ink-2" role="status">
        {sent_on === null
          ? "Tell everyone you invited what you heard and what you decided. You can send this once."
          : `Sent on ${formatDay(sent_on)} to ${formatCount(sent_count, "person", "people")}.`}
      </p>
      {sent_on === null ? <Writing {...props} /> : <LetterParts values={closing} />}
    </PlanSection>
  );
}

function Writing({ draft, state, decision, audience, title }: ClosingLetterProps) {
  const [isOpen, setIsOpen] = useState(false);
  const send = useSendClosingLetter(decision.circle_id);
  const values = {
    heard: state.values["closing.heard"]?.trim() ?? "",
    decided: state.values["closing.decided"]?.trim() ?? "",
    thanks: state.values["closing.thanks"]?.trim() ?? "",
  };
  const reason = disabledReason(values, audience);
  const people = formatCount(audience.recipients_count, "person", "people");

  function sendLetter() {
    send.mutate(values, {
      onSuccess: (sent) => {
        setIsOpen(false);
        notifySuccess(`Sent to ${formatCount(sent.closing.sent_count, "person", "people")}`);
      },
      onError: (error) => {
        setIsOpen(false);
        notifyError("Failed to send your letter", formatErrorMessage(error));
      },
    });
  }

  return (
    <>
      {parts.map(({ name, label }) => (
        <DraftField
          key={name}
          draft={draft}
          state={state}
          name={`closing.${name}`}
          label={label}
          kind="writing"
          lines={3}
        />
      ))}
      <SaveMessage state={state} names={parts.map(({ name }) => `closing.${name}`)} />
      <div className="stack g3">
        <p className="hint" id="closing-audience">
          {reason ?? audienceSentence(audience)}
        </p>
        <p>
          <Button
            className="fill-small"
            unavailable={reason !== undefined}
            aria-describedby="closing-audience"
            onClick={() => {
              void draft.flush();
              setIsOpen(true);
            }}
          >
            Preview and send
          </Button>
        </p>
      </div>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={`Send this to ${people}?`}
        description={`It is about “${isolate(title)}”. You can send it only once, and you can't undo it.`}
        cancelLabel="Not yet"
        confirmLabel={`Send to ${people}`}
        busyLabel="Sending..."
        busy={send.isPending}
        onConfirm={sendLetter}
      >
        <LetterParts values={values} />
      </ConfirmDialog>
    </>
  );
}

function LetterParts({ values }: { values: Record<(typeof parts)[number]["name"], string> }) {
  return (
    <div className="stack g4 para">
      {parts.map(
        ({ name, label }) =>
          values[name] !== "" && (
            <div className="stack" key={name}>
              <p className="label">{label}</p>
              <WrittenText>{values[name]}</WrittenText>
            </div>
          ),
      )}
    </div>
  );
}

function disabledReason(
  values: Record<string, string>,
  { recipients_count }: ClosingAudience,
): string | undefined {
  const written = Object.entries(values).filter(([, text]) => text !== "");
  if (recipients_count === 0) {
    return "There is no one to send it to: it goes to everyone who has been sent an invitation.";
  }
  if (written.length === 0) return "Write at least one of the three parts first.";
  if (written.some(([name, text]) => findError(`closing.${name}`, text) !== undefined)) {
    return "One part is too long to send.";
  }
  return undefined;
}

function audienceSentence({ recipients_count, left_out_count }: ClosingAudience): string {
  const reached = `It goes to ${formatCount(recipients_count, "person", "people")}, whether or not they answered.`;
  if (left_out_count === 0) return reached;
  return `${reached} ${formatCount(left_out_count, "person is", "people are")} left out: they declined, want no more emails, or were never emailed.`;
}
