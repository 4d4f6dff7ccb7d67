import { MailIcon } from "#web/ui/icons/icons.tsx";
import { countPeople } from "../person-name.ts";

/** After copying a circle with its people: they are on the list, and have not been emailed. */
export function NotInvitedYet({ count }: { count: number }) {
  return (
    <p className="sheet pad row icon-row">
      <MailIcon />
      <span>
        {countPeople(count)} {count === 1 ? "is" : "are"} not invited yet. “Email invites” writes to
        them.
      </span>
    </p>
  );
}
