import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { errorMessage } from "#contract/errors.ts";
import { type Invite, validateInviteDraft } from "#contract/invites/invites.ts";
import { limits } from "#contract/limits.ts";
import { normalizeMailbox } from "#contract/values/email.ts";
import { formatErrorMessage } from "#web/client/error-message.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { FieldError } from "#web/ui/fields/field.tsx";
import { PlusIcon } from "#web/ui/icons/icons.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { useAddPeople } from "../hooks.ts";
import { formatPeopleCount } from "../person-name.ts";
import type { AddedPeople } from "./added-people.ts";
import { emptyPerson, type ListedPerson, PeopleEditor, trimmed } from "./people-editor.tsx";

const noPeople: AddedPeople = { people: [], entry: emptyPerson, pasted: undefined };

export function AddPeopleForm({
  circleId,
  isSentLater,
  invites,
  ownerEmails,
  kept,
  onKeep,
}: {
  circleId: string;
  /** Whether the people are only listed: the invitations of an anonymous circle are sent to all of them together. */
  isSentLater: boolean;
  invites: readonly Invite[];
  ownerEmails: readonly string[];
  /** What was typed here earlier. If set, the form starts open with it. */
  kept: AddedPeople | undefined;
  onKeep: (draft: AddedPeople | undefined) => void;
}) {
  const headingId = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const add = useAddPeople(circleId);
  const invited = invites.flatMap(({ email }) => (email === null ? [] : [normalizeMailbox(email)]));
  const [isShown, setShown] = useState(kept !== undefined);
  const [isFromBefore, setFromBefore] = useState(kept !== undefined);
  const [draft, setDraft] = useState(() => stillToInvite(kept ?? noPeople, invited));
  const { people, entry, pasted } = draft;
  const change = (fields: Partial<AddedPeople>) => setDraft((before) => ({ ...before, ...fields }));

  const keep = useEffectEvent(onKeep);
  useEffect(() => keep(isEmpty(draft) ? undefined : draft), [draft]);

  function send() {
    const wanted = withEntry();
    if (wanted === undefined) return;
    add.mutate(wanted, {
      onSuccess: () => {
        change(noPeople);
        setFromBefore(false);
        close();
        const added = formatPeopleCount(wanted.length);
        if (isSentLater) {
          notifySuccess(`${added} added`, "Use “Email invites” once everyone is on the list.");
        } else notifySuccess(`${added} invited`);
      },
      onError: (error) => notifyError("No one was invited", formatErrorMessage(error)),
    });
  }

  /** The list, including the person still in the fields; undefined if that one can't be sent yet. */
  function withEntry(): ListedPerson[] | undefined {
    const last = trimmed(entry);
    if (pasted !== undefined && pasted.trim() !== "") {
      notifyError("Add the people you pasted first, or leave them out");
      return undefined;
    }
    if (isEmpty({ people: [], entry })) {
      if (people.length > 0) return people;
      notifyError(errorMessage("invites_none"));
      return undefined;
    }
    const taken = new Set([...invited, ...people.map(({ email }) => normalizeMailbox(email))]);
    const code = validateInviteDraft(last, taken, ownerEmails);
    if (code === undefined) return [...people, last];
    notifyError(errorMessage(code), "Check the fields, or clear them.");
    return undefined;
  }

  function close() {
    setShown(false);
    add.reset();
    opener.current?.focus();
  }

  return (
    <section className="stack g6" aria-labelledby={headingId}>
      <div className="row between">
        <h2 className="heading" id={headingId}>
          Add people
        </h2>
        <Button
          ref={opener}
          aria-expanded={isShown}
          unavailable={invited.length >= limits.peopleMax}
          onClick={() => (isShown ? close() : setShown(true))}
        >
          {isShown ? (
            "Not now"
          ) : (
            <>
              <PlusIcon />
              Add someone
            </>
          )}
        </Button>
      </div>
      {invited.length >= limits.peopleMax && (
        <p className="small ink-2">{errorMessage("invites_too_many")}.</p>
      )}
      {isShown && (
        <div className="stack g4">
          {isFromBefore && (
            <p className="small ink-2" role="status">
              You started adding people. No one here has been invited yet.
            </p>
          )}
          <PeopleEditor
            people={people}
            entry={entry}
            pasted={pasted}
            invited={invited}
            ownerEmails={ownerEmails}
            onEntryChange={(next) => change({ entry: next })}
            onPastedChange={(next) => change({ pasted: next })}
            onPeopleChange={(next) => change({ people: next })}
          />
          {add.error && <FieldError>{formatErrorMessage(add.error)}</FieldError>}
          <p>
            <Button
              className="fill-small"
              busy={add.isPending}
              busyLabel="Sending..."
              onClick={send}
            >
              {isSentLater ? "Add to the list" : "Send invitations"}
            </Button>
          </p>
        </div>
      )}
    </section>
  );
}

/** The draft without people who have been invited in the meantime, here or elsewhere. */
function stillToInvite(draft: AddedPeople, invited: readonly string[]): AddedPeople {
  const people = draft.people.filter(({ email }) => !invited.includes(normalizeMailbox(email)));
  return { ...draft, people };
}

function isEmpty({ people, entry, pasted = "" }: AddedPeople): boolean {
  return (
    people.length === 0 && [...Object.values(entry), pasted].every((text) => text.trim() === "")
  );
}
