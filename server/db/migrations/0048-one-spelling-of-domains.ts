import { domainToASCII } from "node:url";
import { type Kysely, sql } from "kysely";

/**
 * Accounts whose domain is written in one of several ways that all deliver to the same mailbox get the form in which
 * addresses are looked up. If another account already has that form, this one keeps its address: nothing shows which of
 * the two belongs to the owner of the mailbox.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; email: string; new_email: string | null }>`
    select id, email, new_email from auth.users
    where email ~ '[^ -~]' or new_email ~ '[^ -~]'`.execute(db);
  for (const { id, email, new_email } of rows) {
    const address = inOneSpelling(email);
    const changed = await sql`
      update auth.users set email = ${address}
      where id = ${id} and email <> ${address}
        and not exists (select from auth.users as others where others.email = ${address})`.execute(
      db,
    );
    await sql`
      update auth.users set new_email = ${new_email && inOneSpelling(new_email)}
      where id = ${id}`.execute(db);
    if (!changed.numAffectedRows) continue;
    await sql`
      update auth.identities set identity_data = identity_data || jsonb_build_object('email', ${address}::text)
      where user_id = ${id} and identity_data ->> 'email' = ${email}`.execute(db);
    await sql`
      update auth.one_time_tokens set relates_to = ${address}
      where user_id = ${id} and relates_to = ${email}`.execute(db);
    await sql`
      update auth.flow_state set email = ${address}
      where user_id = ${id} and email = ${email}`.execute(db);
    await sql`
      update mails set to_address = ${address}
      where user_id = ${id} and to_address = ${email}`.execute(db);
  }
}

function inOneSpelling(address: string): string {
  const at = address.lastIndexOf("@") + 1;
  return `${address.slice(0, at)}${domainToASCII(address.slice(at)) || address.slice(at)}`;
}
