import { useRef, useState } from "react";
import { Link } from "react-router";
import type { Label } from "#contract/invites/invites.ts";
import { paths } from "#contract/paths.ts";
import { NotebookArt } from "#web/brand/art/notebook.tsx";
import { ContactsPanel, LabelFilter } from "#web/features/invites/contacts/contacts-panel.tsx";
import { useContacts } from "#web/features/invites/hooks.ts";
import { PeopleLoading } from "#web/features/invites/people/people-loading.tsx";
import { FailedLoad } from "#web/shell/failed-load.tsx";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { EmptyState } from "#web/ui/status/empty-state.tsx";

export function ContactsScreen() {
  const contacts = useContacts();
  const filter = useRef<HTMLSelectElement>(null);
  const [label, setLabel] = useState<Label>();
  const hasSome = contacts.data !== undefined && contacts.data.length > 0;
  return (
    <>
      <PageHead title="Contacts">
        {hasSome && (
          <LabelFilter
            contacts={contacts.data}
            chosen={label}
            selectRef={filter}
            onChange={setLabel}
          />
        )}
      </PageHead>
      {contacts.isPending ? (
        <PeopleLoading />
      ) : contacts.data === undefined ? (
        <FailedLoad sentence="Failed to load contacts" queries={[contacts]} />
      ) : hasSome ? (
        <ContactsPanel
          contacts={contacts.data}
          label={label}
          filterRef={filter}
          onShowAll={() => setLabel(undefined)}
        />
      ) : (
        <EmptyState
          art={<NotebookArt />}
          sentence="No contacts yet"
          line="Everyone you invite appears here."
        >
          <Link className={buttonClass("outline")} to={paths.create}>
            Start a paraline
          </Link>
        </EmptyState>
      )}
    </>
  );
}
