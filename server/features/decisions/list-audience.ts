import type { OwnedCircle } from "#server/access/owned-circle.ts";
import type { Db } from "#server/db/tables.ts";
import { listOptedOut } from "#server/mail/opt-outs.ts";
import { listPeopleAsked } from "./queries.ts";

interface Audience {
  recipients: { id: string; email: string }[];
  left_out_count: number;
}

/** Whether or not they answered, except people who declined or opted out. Source: docs/product.md, Decisions. */
export async function listAudience(db: Db, circle: OwnedCircle): Promise<Audience> {
  const people = await listPeopleAsked(db, circle);
  const addresses = people.flatMap(({ email }) => email ?? []);
  const optedOut = await listOptedOut(db, addresses, circle.user_id);
  const recipients = people.flatMap(({ id, email, status, is_reached }) =>
    email !== null && is_reached && status !== "declined" && !optedOut.has(email)
      ? [{ id, email }]
      : [],
  );
  return { recipients, left_out_count: people.length - recipients.length };
}
