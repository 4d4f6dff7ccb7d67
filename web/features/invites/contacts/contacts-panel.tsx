import { type RefObject, useRef, useState } from "react";
import type { Contact, Label } from "#contract/invites/invites.ts";
import { errorMessageOf } from "#web/client/error-message.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { DownloadIcon } from "#web/ui/icons/icons.tsx";
import { ButtonMenu, MenuEntry } from "#web/ui/overlays/menu.tsx";
import { notifyError } from "#web/ui/toasts/toast.ts";
import { useExportContacts } from "../hooks.ts";
import { ContactsTable } from "./contacts-table.tsx";
import { findContacts, groupContacts } from "./group-contacts.ts";

/** Everyone the owner has asked, to search and export. */
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
      onError: (error) => notifyError("Failed to export contacts", errorMessageOf(error)),
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
