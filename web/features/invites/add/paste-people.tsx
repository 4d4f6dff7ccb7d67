import { useRef, useState } from "react";
import { errorMessage } from "#contract/errors.ts";
import { validateInviteDraft } from "#contract/invites/invites.ts";
import { limits } from "#contract/limits.ts";
import { normalizeMailbox } from "#contract/values/email.ts";
import { countCharacters } from "#contract/values/plain-text.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { InputField } from "#web/ui/fields/input-field.tsx";
import { notifyError } from "#web/ui/toasts/toast.ts";
import { formatPeopleCount } from "../person-name.ts";
import { guessFirstName, type PastedPerson, parsePeople } from "./parse-people.ts";

interface OpenRow extends PastedPerson {
  key: number;
  /** Whether the last name can also be corrected, because a spreadsheet's column may contain anything. */
  asksLastName: boolean;
}

/** Asks about incomplete entries, names the people who were added before, and drops no one. */
export function PastePeople({
  text,
  listed,
  ownerEmails,
  onTextChange,
  onAdd,
}: {
  /** The pasted text; undefined while this is closed. */
  text: string | undefined;
  /** Mailboxes already on the list. */
  listed: ReadonlySet<string>;
  ownerEmails: readonly string[];
  onTextChange: (text: string | undefined) => void;
  onAdd: (people: PastedPerson[]) => void;
}) {
  const [rows, setRows] = useState<OpenRow[]>([]);
  const [unreadable, setUnreadable] = useState<string[]>([]);
  const [repeated, setRepeated] = useState<string[]>([]);
  const source = useRef<string>(undefined);
  const isReviewing = rows.length > 0 || unreadable.length > 0 || repeated.length > 0;

  if (text === undefined && !isReviewing) {
    return (
      <p>
        <Button kind="quiet" className="btn-flush btn-accent" onClick={() => onTextChange("")}>
          Paste several at once
        </Button>
      </p>
    );
  }

  /** The text stays until none are left, so that a reload finds it. */
  function show(open: OpenRow[], without: string[]) {
    setRows(open);
    setUnreadable(without);
    if (open.length === 0 && text === source.current) onTextChange(undefined);
  }

  function read() {
    const found = parsePeople(text ?? "");
    if (found.people.length === 0) {
      notifyError("No email address found in this text");
      return;
    }
    source.current = text;
    sort(
      found.people.map((person, key) => ({ ...person, key, asksLastName: false })),
      found.unreadable,
    );
  }

  /** Adds everyone who can be added and keeps the others, each with their error. */
  function sort(candidates: OpenRow[], without: string[]) {
    const taken = new Set(listed);
    const good: PastedPerson[] = [];
    const open: OpenRow[] = [];
    const again = new Set<string>();
    for (const row of candidates) {
      const { key, asksLastName: _, ...person } = row;
      const code = validateInviteDraft(person, taken, ownerEmails);
      if (code === "invite_email_repeated") {
        again.add(person.email);
        continue;
      }
      if (code === undefined && listed.size + good.length < limits.peopleMax) {
        taken.add(normalizeMailbox(person.email));
        good.push(person);
      } else {
        open.push({
          key,
          ...person,
          first_name: person.first_name === "" ? guessFirstName(person.email) : person.first_name,
          asksLastName: countCharacters(person.last_name) > limits.nameCharacters,
        });
      }
    }
    if (good.length > 0) onAdd(good);
    if (again.size > 0) notifyError(errorMessage("invite_email_repeated"));
    setRepeated([...again]);
    if (listed.size + good.length >= limits.peopleMax && open.length > 0) {
      notifyError(errorMessage("invites_too_many"));
    }
    show(open, without);
  }

  function rename(key: number, names: Partial<Pick<PastedPerson, "first_name" | "last_name">>) {
    setRows((before) => before.map((row) => (row.key === key ? { ...row, ...names } : row)));
  }

  function leaveOut() {
    setRepeated([]);
    show([], []);
  }

  if (isReviewing) {
    const addable = rows.filter((row) => !validateInviteDraft(row, listed, ownerEmails));
    return (
      <div className="sheet pad stack g4">
        {rows.length > 0 && (
          <fieldset className="stack g3">
            <legend className="field-label legend">
              Check {formatPeopleCount(rows.length)} before adding
            </legend>
            <ul className="stack g3">
              {rows.map((row) => {
                const code = validateInviteDraft(row, listed, ownerEmails);
                const error = code && errorMessage(code);
                const isLastName = code === "invite_last_name_too_long";
                return (
                  <li key={row.key} className="stack g3">
                    <Field
                      label={`First name of ${row.email}`}
                      error={isLastName ? undefined : error}
                    >
                      {(control) => (
                        <span className="row paste-row">
                          <input
                            className="input"
                            type="text"
                            dir="auto"
                            autoComplete="off"
                            value={row.first_name}
                            onChange={(event) =>
                              rename(row.key, { first_name: event.target.value })
                            }
                            {...control}
                          />
                          <Button
                            kind="quiet"
                            aria-label={`Leave out ${row.email}`}
                            onClick={() =>
                              show(
                                rows.filter((other) => other !== row),
                                unreadable,
                              )
                            }
                          >
                            Leave out
                          </Button>
                        </span>
                      )}
                    </Field>
                    {row.asksLastName && (
                      <InputField
                        label={`Last name of ${row.email}`}
                        error={isLastName ? error : undefined}
                        autoComplete="off"
                        value={row.last_name}
                        onChange={(event) => rename(row.key, { last_name: event.target.value })}
                      />
                    )}
                  </li>
                );
              })}
            </ul>
          </fieldset>
        )}
        <NotAdded why="No address was found in:" what={unreadable} />
        <NotAdded
          why={
            repeated.length === 1
              ? `${errorMessage("invite_email_repeated")}:`
              : "These emails have already been added:"
          }
          what={repeated}
        />
        <div className="row">
          {addable.length > 0 && (
            <Button onClick={() => sort(rows, unreadable)}>
              Add {formatPeopleCount(addable.length)}
            </Button>
          )}
          <Button kind="quiet" onClick={leaveOut}>
            {rows.length > 0 ? "Leave them out" : "Done"}
          </Button>
        </div>
      </div>
    );
  }

  return (
    <div className="sheet pad stack g4">
      <Field
        label="Several people"
        hint="One per line, or separated by commas: Ana Lima <ana@example.com>"
      >
        {(control) => (
          <textarea
            className="input input-long"
            rows={4}
            dir="auto"
            autoCapitalize="off"
            spellCheck={false}
            // biome-ignore lint/a11y/noAutofocus: it appears because the person asked to paste
            autoFocus
            value={text}
            onChange={(event) => onTextChange(event.target.value)}
            {...control}
          />
        )}
      </Field>
      <div className="row">
        <Button onClick={read}>Add these people</Button>
        <Button kind="quiet" onClick={() => onTextChange(undefined)}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

function NotAdded({ why, what }: { why: string; what: readonly string[] }) {
  if (what.length === 0) return null;
  return (
    <div className="stack g2">
      <p className="small">{why}</p>
      <ul className="small ink-2 stack g2">
        {what.map((line) => (
          <li key={line} className="wrap-anywhere">
            <bdi>{line}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
