import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { type ErrorCode, errorMessage } from "#contract/errors.ts";
import { validateInviteDraft } from "#contract/invites/invites.ts";
import { limits } from "#contract/limits.ts";
import { normalizeEmail, normalizeMailbox } from "#contract/values/email.ts";
import { isolate } from "#contract/values/isolate.ts";
import { Button, IconButton } from "#web/ui/buttons/button.tsx";
import { EmailField } from "#web/ui/fields/email-field.tsx";
import { InputField } from "#web/ui/fields/input-field.tsx";
import { CloseIcon, PlusIcon } from "#web/ui/icons/icons.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { formatPeopleCount, fullName } from "../person-name.ts";
import { looksLikeList, type PastedPerson } from "./parse-people.ts";
import { PastePeople } from "./paste-people.tsx";

export type ListedPerson = PastedPerson;

export const emptyPerson: ListedPerson = { first_name: "", last_name: "", email: "" };

const noAddresses: readonly string[] = [];

type EntryField = keyof ListedPerson;

interface EntryError {
  field: EntryField;
  message: string;
}

const errorFields: Partial<Record<ErrorCode, EntryField>> = {
  invite_first_name_missing: "first_name",
  invite_first_name_too_long: "first_name",
  invite_last_name_too_long: "last_name",
};

export function PeopleEditor({
  people,
  entry,
  pasted,
  invited = noAddresses,
  ownerEmails,
  onEntryChange,
  onPastedChange,
  onPeopleChange,
}: {
  people: readonly ListedPerson[];
  entry: ListedPerson;
  /** Until all of them are added or left out; undefined while it is closed. */
  pasted: string | undefined;
  invited?: readonly string[];
  ownerEmails: readonly string[];
  onEntryChange: (entry: ListedPerson) => void;
  onPastedChange: (pasted: string | undefined) => void;
  onPeopleChange: (people: ListedPerson[]) => void;
}) {
  const listId = useId();
  const firstName = useRef<HTMLInputElement>(null);
  const lastName = useRef<HTMLInputElement>(null);
  const email = useRef<HTMLInputElement>(null);
  const removeButtons = useRef(new Map<string, HTMLButtonElement>());
  const focusAfterRemoval = useRef<string>(undefined);
  const [error, setError] = useState<EntryError>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the next chip can take the focus once the list is shorter
  useEffect(() => {
    if (focusAfterRemoval.current === undefined) return;
    (removeButtons.current.get(focusAfterRemoval.current) ?? firstName.current)?.focus();
    focusAfterRemoval.current = undefined;
  }, [people]);

  const listed = new Set([...invited, ...people.map((person) => normalizeMailbox(person.email))]);

  function change(fields: Partial<ListedPerson>) {
    setError(undefined);
    onEntryChange({ ...entry, ...fields });
  }

  function refuse(code: ErrorCode) {
    const field = errorFields[code] ?? "email";
    setError({ field, message: errorMessage(code) });
    notifyError(errorMessage(code));
    ({ first_name: firstName, last_name: lastName, email })[field].current?.focus();
  }

  function add() {
    const person = trimmed(entry);
    const code =
      validateInviteDraft(person, listed, ownerEmails) ??
      (listed.size >= limits.peopleMax ? "invites_too_many" : undefined);
    if (code !== undefined) {
      refuse(code);
      return;
    }
    setError(undefined);
    onPeopleChange([...people, person]);
    onEntryChange(emptyPerson);
    notifySuccess(`${isolate(fullName(person))} added!`);
    firstName.current?.focus();
  }

  function addMany(added: readonly ListedPerson[]) {
    onPeopleChange([...people, ...added]);
    const [first] = added;
    notifySuccess(
      added.length === 1 && first
        ? `${isolate(fullName(first))} added!`
        : `${formatPeopleCount(added.length)} added!`,
    );
  }

  function remove(person: ListedPerson) {
    const index = people.indexOf(person);
    const neighbour = people[index + 1] ?? people[index - 1];
    focusAfterRemoval.current = neighbour?.email ?? "";
    onPeopleChange(people.filter((other) => other !== person));
    notifySuccess("Invite removed");
  }

  function addOnEnter(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  }

  function readList(event: ClipboardEvent) {
    const text = event.clipboardData.getData("text");
    if (!looksLikeList(text)) return;
    event.preventDefault();
    onPastedChange(text);
  }

  return (
    <div className="stack g6">
      <fieldset className="stack">
        <legend className="subhead legend">Who would you want around the table?</legend>
        <div className="stack g4 add-person">
          <InputField
            label="First name"
            error={error?.field === "first_name" && error.message}
            ref={firstName}
            autoComplete="off"
            required
            value={entry.first_name}
            onChange={(event) => change({ first_name: event.target.value })}
            onPaste={readList}
          />
          <InputField
            label="Last name"
            optional
            error={error?.field === "last_name" && error.message}
            ref={lastName}
            autoComplete="off"
            value={entry.last_name}
            onChange={(event) => change({ last_name: event.target.value })}
          />
          <div className="stack g3">
            <EmailField
              error={error?.field === "email" && error.message}
              autoComplete="off"
              ref={email}
              value={entry.email}
              onChange={(event) => change({ email: event.target.value })}
              onKeyDown={addOnEnter}
              onPaste={readList}
            />
            <Button size="field" className="fill-small" onClick={add}>
              <PlusIcon />
              Add
            </Button>
          </div>
        </div>
      </fieldset>
      <PastePeople
        text={pasted}
        listed={listed}
        ownerEmails={ownerEmails}
        onTextChange={onPastedChange}
        onAdd={addMany}
      />
      <section className="stack g3" aria-labelledby={listId}>
        <h2 className="sr-only" id={listId}>
          Added
        </h2>
        <p className="small ink-2" aria-live="polite">
          {people.length > 0 && `${formatPeopleCount(people.length)} will be invited`}
        </p>
        {people.length > 0 && (
          <ul className="chips">
            {people.map((person) => (
              <li key={person.email} className="chip">
                <span className="stack chip-text">
                  <span className="strong">
                    <bdi>{fullName(person)}</bdi>
                  </span>
                  <span className="small ink-3">{person.email}</span>
                </span>
                <IconButton
                  label={`Remove ${fullName(person)}`}
                  ref={(button) => {
                    if (button === null) removeButtons.current.delete(person.email);
                    else removeButtons.current.set(person.email, button);
                  }}
                  onClick={() => remove(person)}
                >
                  <CloseIcon />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

export function trimmed(person: ListedPerson): ListedPerson {
  return {
    first_name: person.first_name.trim(),
    last_name: person.last_name.trim(),
    email: normalizeEmail(person.email),
  };
}
