import { MailIcon } from "#web/ui/icons.tsx";
import { countPeople } from "./person-name.ts";

/** After a copy of a paraline with its people: they stand in the list, and nobody has written to them. */
export function NotInvitedYet({ count }: { count: number }) {
  return (
    <p className="sheet pad row flex-nowrap items-start">
      <MailIcon className="mt-0.5" />
      <span>
        {countPeople(count)} {count === 1 ? "is" : "are"} not invited yet. “Email invites” writes to
        them.
      </span>
    </p>
  );
}
