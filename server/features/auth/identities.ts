import { randomUUID } from "node:crypto";
import type { Tx } from "#server/db/tables.ts";
import {
  deleteIdentity,
  findUser,
  insertIdentity,
  listIdentities,
  type UserRow,
  updateUserRow,
} from "./queries.ts";

/** The identity of an account that signs in with its address, before the address is proven. */
export function newEmailIdentity({
  user_id,
  email,
  now,
}: {
  user_id: string;
  email: string;
  now: Date;
}) {
  return {
    id: randomUUID(),
    user_id,
    provider: "email",
    provider_id: user_id,
    identity_data: { sub: user_id, email, email_verified: false, phone_verified: false },
    last_sign_in_at: null,
    created_at: now,
    updated_at: now,
  };
}

/** The `app_metadata` of an account whose only identity is its address. */
export const emailAppMetadata = { provider: "email", providers: ["email"] };

/** Whether the account has connected accounts, with which its owner can sign in too. */
export function hasLinkedIdentity({ app_metadata }: Pick<UserRow, "app_metadata">): boolean {
  const { providers } = app_metadata;
  return Array.isArray(providers) && providers.some((provider) => provider !== "email");
}

/** Copies the providers of an account's identities to its `app_metadata`, the oldest first. */
export async function storeProviders(tx: Tx, userId: string, now: Date): Promise<void> {
  const user = await findUser(tx, userId);
  const identities = await listIdentities(tx, userId);
  const providers = [...new Set(identities.map(({ provider }) => provider))];
  await updateUserRow(tx, userId, {
    app_metadata: JSON.stringify({ ...user?.app_metadata, provider: providers[0], providers }),
    updated_at: now,
  });
}

/**
 * Gives the email identity to an account that was made by a sign-in at a provider and can be signed in to with its
 * address from now on.
 */
export async function addEmailIdentity(
  tx: Tx,
  { id: userId, email, email_proven_at }: Pick<UserRow, "id" | "email" | "email_proven_at">,
  now: Date,
): Promise<void> {
  const identities = await listIdentities(tx, userId);
  if (identities.some(({ provider }) => provider === "email")) return;
  const { identity_data, ...identity } = newEmailIdentity({ user_id: userId, email, now });
  const data = { ...identity_data, email_verified: email_proven_at !== null };
  await insertIdentity(tx, { ...identity, identity_data: JSON.stringify(data) });
  await storeProviders(tx, userId, now);
}

/**
 * Disconnects a locked account from all providers, so that only its address is left to sign in with. @returns these
 * providers
 */
export async function removeLinkedIdentities(
  tx: Tx,
  user: Pick<UserRow, "id" | "email" | "email_proven_at">,
  now: Date,
): Promise<string[]> {
  const identities = await listIdentities(tx, user.id);
  const linked = identities.filter(({ provider }) => provider !== "email");
  if (linked.length === 0) return [];
  for (const { id } of linked) await deleteIdentity(tx, id);
  await addEmailIdentity(tx, user, now);
  await storeProviders(tx, user.id, now);
  return linked.map(({ provider }) => provider);
}
