import { randomUUID } from "node:crypto";
import { isTimeZone } from "#contract/account.ts";
import { createProfile } from "#server/access/profiles.ts";
import type { Tx } from "#server/db/tables.ts";
import { emailAppMetadata, newEmailIdentity } from "../identities.ts";
import { noEmailChange } from "../pending-email-change.ts";
import { insertIdentity, insertUser } from "../queries.ts";
import { deleteInvitedAddress } from "./admission-queries.ts";

type NewAccount = ReturnType<typeof newAccount>;

/** An account that signs in with its address, as it is stored by {@link storeAccount}. */
export function newAccount(about: {
  email: string;
  /** The person's own data. */
  data: Record<string, unknown>;
  password_hash: string | null;
  email_confirmed_at: Date | null;
  email_proven_at: Date | null;
  confirmation_sent_at: Date | null;
  now: Date;
}) {
  const { data, now, ...state } = about;
  const { email } = state;
  const user = {
    ...newUser(state, now),
    app_metadata: emailAppMetadata,
    user_metadata: data,
  };
  return { user, identity: { ...newEmailIdentity({ user_id: user.id, email, now }), email } };
}

/** The fields that every new account has, however it is made. */
export function newUser<State extends { email: string }>(state: State, now: Date) {
  return {
    id: randomUUID(),
    ...state,
    ...noEmailChange,
    former_emails: [],
    last_sign_in_at: null,
    recovery_sent_at: null,
    email_change_sent_at: null,
    banned_until: null,
    reset_at: null,
    created_at: now,
    updated_at: now,
  };
}

/**
 * Stores an account with its identity and profile. The caller has checked that the address may have one.
 * @returns false when the address is taken; nothing is stored then
 */
export async function storeAccount(
  tx: Tx,
  { user, identity: { email: _derived, ...identity } }: NewAccount,
): Promise<boolean> {
  const isNew = await insertUser(tx, {
    ...user,
    app_metadata: JSON.stringify(user.app_metadata),
    user_metadata: JSON.stringify(user.user_metadata),
  });
  if (!isNew) return false;
  await insertIdentity(tx, { ...identity, identity_data: JSON.stringify(identity.identity_data) });
  const { time_zone } = user.user_metadata;
  await createProfile(tx, {
    user_id: user.id,
    time_zone: typeof time_zone === "string" && isTimeZone(time_zone) ? time_zone : null,
    now: user.created_at,
  });
  await deleteInvitedAddress(tx, user.email);
  return true;
}
