import { ContactsLoading, ContactsTable } from "#web/features/invites/contacts-table.tsx";
import { useContacts } from "#web/features/invites/list-contacts.ts";
import { FailedLoad } from "#web/shell/failed-load.tsx";
import { NotebookArt } from "#web/ui/art/notebook.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHead } from "#web/ui/page-head.tsx";

/** /contacts: who is around your table. */
export function ContactsScreen() {
  return (
    <>
      <PageHead title="Contacts" />
      <Contacts />
    </>
  );
}

function Contacts() {
  const contacts = useContacts();
  if (contacts.isPending) return <ContactsLoading />;
  if (contacts.data === undefined) {
    return (
      <FailedLoad sentence="Failed to load contacts" onRetry={() => void contacts.refetch()} />
    );
  }
  if (contacts.data.length === 0) {
    return <EmptyState art={<NotebookArt />} sentence="No contacts yet" />;
  }
  return <ContactsTable contacts={contacts.data} />;
}
