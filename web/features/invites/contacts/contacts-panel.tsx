import { type RefObject, useRef, useState } from "react";
import { type Contact, type Label, labels } from "#contract/invites/invites.ts";
import { formatErrorMessage } from "#web/client/error-message.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { Select } from "#web/ui/choices/select.tsx";
import { DownloadIcon } from "#web/ui/icons/icons.tsx";
import { ButtonMenu, MenuEntry } from "#web/ui/overlays/menu.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { Address } from "../address.tsx";
import { useChangeLabel, useExportContacts } from "../hooks.ts";
import { InviteBadge } from "../invite-badge.tsx";
import { Monogram } from "../people/person-row.tsx";
import { type ContactGroup, findContacts, groupContacts } from "./group-contacts.ts";

export function ContactsPanel({
  contacts,
  label,
  filterRef,
  onShowAll,
}: {
  contacts: readonly Contact[];
  label: Label | undefined;
  /** Takes the focus when the focused element is gone. */
  filterRef: RefObject<HTMLSelectElement | null>;
  onShowAll: () => void;
}) {
  const exporting = useExportContacts();
  const search = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState("");
  const groups = groupContacts(contacts);
  const found = findContacts(groups, { label, query });

  function exportAll(format: "xlsx" | "csv") {
    exporting.mutate(format, {
      onError: (error) => notifyError("Failed to export contacts", formatErrorMessage(error)),
    });
  }

  function showAll() {
    (query === "" ? filterRef : search).current?.focus();
    setQuery("");
    onShowAll();
  }

  return (
    <>
      <div className="row between contacts-search">
        <input
          className="input"
          type="search"
          dir="auto"
          aria-label="Search by name, email or paraline"
          placeholder="Name, email or paraline"
          autoComplete="off"
          spellCheck={false}
          ref={search}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <ButtonMenu
          size="field"
          busy={exporting.isPending}
          label={
            <>
              <span className="only-wide">
                <DownloadIcon />
              </span>
              Export
            </>
          }
        >
          <MenuEntry onSelect={() => exportAll("xlsx")}>Spreadsheet (XLSX)</MenuEntry>
          <MenuEntry onSelect={() => exportAll("csv")}>Plain table (CSV)</MenuEntry>
        </ButtonMenu>
      </div>
      <p className="sr-only" role="status">
        {found.length < groups.length && `${found.length} of ${groups.length} contacts`}
      </p>
      {found.length > 0 ? (
        <ContactsTable
          groups={found}
          onLabelled={(given) => {
            if (label !== undefined && given !== label) filterRef.current?.focus();
          }}
        />
      ) : (
        <div className="stack g4 center contacts-none">
          <p className="heading">
            {query.trim() === "" ? "No one with this label." : "No one found."}
          </p>
          <Button onClick={showAll}>Show all contacts</Button>
        </div>
      )}
    </>
  );
}

/** The people whom the owner has asked: each once, with every circle in which they were asked. */
function ContactsTable({
  groups,
  onLabelled,
}: {
  groups: readonly ContactGroup[];
  onLabelled: (label: Label | null) => void;
}) {
  return (
    <table className="contacts">
      <caption className="sr-only">Everyone you have invited</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Paraline</th>
          <th scope="col">Status</th>
          <th scope="col">Label</th>
        </tr>
      </thead>
      {groups.map((group) => (
        <tbody key={group.key}>
          {group.invites.map((invite, index) => (
            <tr key={invite.id}>
              {index === 0 && (
                <th className="contact-who" scope="rowgroup" rowSpan={group.invites.length}>
                  <span className="contact-name">
                    <Monogram name={group.name} />
                    <span className="stack">
                      <span className="strong">
                        <bdi>{group.name}</bdi>
                      </span>
                      <span className="small ink-3 wrap-anywhere">
                        <Address email={group.email} />
                      </span>
                    </span>
                  </span>
                </th>
              )}
              <td className="contact-circle small ink-2">
                <bdi>{invite.circle.title}</bdi>
              </td>
              <td className="contact-status">
                <InviteBadge invite={invite} />
              </td>
              {index === 0 && (
                <td className="contact-label" rowSpan={group.invites.length}>
                  <LabelSelect group={group} onChanged={onLabelled} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** A person's label. It is saved as soon as it is chosen, and reverts to the old one if that fails. */
function LabelSelect({
  group,
  onChanged,
}: {
  group: ContactGroup;
  onChanged: (label: Label | null) => void;
}) {
  const change = useChangeLabel();
  const shown = change.isPending ? change.variables.label : group.label;

  function choose(value: string) {
    const label = labels.find((one) => one === value) ?? null;
    if (change.isPending || label === group.label) return;
    change.mutate(
      { inviteId: group.invites[0].id, label },
      {
        onSuccess: () => {
          notifySuccess("Label updated", "Contact label has been updated successfully.");
          onChanged(label);
        },
        onError: (error) => notifyError("Error", formatErrorMessage(error)),
      },
    );
  }

  return (
    <Select
      className="input-touch"
      aria-label={`Label for ${group.name}`}
      value={shown ?? ""}
      onChange={(event) => choose(event.target.value)}
    >
      <option value="">{shown === null ? "Add label" : "No label"}</option>
      {labels.map((label) => (
        <option key={label} value={label}>
          {labelName(label)}
        </option>
      ))}
    </Select>
  );
}

export function LabelFilter({
  contacts,
  chosen,
  selectRef,
  onChange,
}: {
  contacts: readonly Contact[];
  /** The chosen label, which stays visible even when no one has it any more. */
  chosen: Label | undefined;
  selectRef: RefObject<HTMLSelectElement | null>;
  onChange: (label: Label | undefined) => void;
}) {
  const offered = labels.filter(
    (one) => one === chosen || contacts.some(({ label }) => label === one),
  );
  return (
    <Select
      frame="fill-small label-filter"
      aria-label="Filter by label"
      ref={selectRef}
      value={chosen ?? ""}
      onChange={(event) => onChange(labels.find((one) => one === event.target.value))}
    >
      <option value="">All contacts</option>
      {offered.map((label) => (
        <option key={label} value={label}>
          {labelName(label)}
        </option>
      ))}
    </Select>
  );
}

function labelName(label: Label): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}
