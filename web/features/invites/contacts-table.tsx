import type { Contact } from "#contract/invites.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Monogram } from "#web/ui/person-row.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { Address } from "./address.tsx";
import { InviteBadge } from "./invite-badge.tsx";
import { fullName } from "./person-name.ts";

/** Everyone the owner has asked, with the paraline they were asked in. */
export function ContactsTable({ contacts }: { contacts: readonly Contact[] }) {
  const labelled = contacts.some((contact) => contact.label !== null);
  return (
    <table className="contacts">
      <caption className="sr-only">Everyone you have invited</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Paraline</th>
          <th scope="col">Status</th>
          {labelled && <th scope="col">Label</th>}
        </tr>
      </thead>
      <tbody>
        {contacts.map((contact) => (
          <tr key={contact.id}>
            <td>
              <span className="contact-who">
                <Monogram name={fullName(contact)} />
                <span className="stack">
                  <span className="strong">{fullName(contact)}</span>
                  <span className="small ink-3 wrap-anywhere">
                    <Address email={contact.email} />
                  </span>
                </span>
              </span>
            </td>
            <td className="small ink-2">{contact.circle.title}</td>
            <td className={labelled ? undefined : "max-md:ms-0 max-md:w-auto max-md:ps-13.5"}>
              <InviteBadge invite={contact} />
            </td>
            {labelled && (
              <td>
                {contact.label !== null && (
                  <Badge>
                    <span className="capitalize">{contact.label}</span>
                  </Badge>
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Five people that are on their way. */
export function ContactsLoading() {
  return (
    <Loading>
      <ul className="people border-y border-rule">
        {[1, 2, 3, 4, 5].map((place) => (
          <li key={place}>
            <span className="monogram" />
            <Skeleton className="mb-2 h-5 w-40 max-w-full" />
            <Skeleton className="h-4 w-56 max-w-full" />
          </li>
        ))}
      </ul>
    </Loading>
  );
}
