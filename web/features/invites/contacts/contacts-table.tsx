import type { Label } from "#contract/invites/invites.ts";
import { Monogram } from "#web/features/invites/people/person-row.tsx";
import { Address } from "../address.tsx";
import { InviteBadge } from "../invite-badge.tsx";
import type { ContactGroup } from "./group-contacts.ts";
import { LabelSelect } from "./label-select.tsx";

/** The people whom the owner has asked: each once, with every circle in which they were asked. */
export function ContactsTable({
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
