import { randomUUID } from "node:crypto";
import { AuthError } from "#server/access/auth-error.ts";
import { saveProfile } from "#server/access/profiles.ts";
import { requireNotBanned } from "#server/access/session.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { mayCreateAccount } from "../admission/account-admission.ts";
import { deleteInvitedAddress } from "../admission/admission-queries.ts";
import { newUser } from "../admission/new-account.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { storeProviders } from "../identities.ts";
import { proveAddress } from "../links/apply-proof.ts";
import {
  findUser,
  findUserByEmail,
  insertUser,
  lockUser,
  lockUserByEmail,
  type UserRow,
} from "../queries.ts";
import { requestNotice } from "../request-notice.ts";
import type { ProviderPerson } from "./provider.ts";
import { findIdentity, insertNewIdentity, updateIdentity } from "./queries.ts";

type About = {
  person: ProviderPerson;
  /** The name by which people know the provider. */
  providerName: string;
  /** Whether the sign-in can continue only in the browser that began it. */
  isPkce: boolean;
};

/**
 * Throws the error that {@link chooseAccount} would throw now, so that the page to which the person is sent can show
 * it.
 */
export async function requireAccount(
  db: Db,
  deps: Pick<AuthDeps, "config" | "clock">,
  about: About,
): Promise<void> {
  const known = await findIdentity(db, about.person);
  if (known !== undefined) {
    requireSameIssuer(known.identity_data, about);
    const user = await findUser(db, known.user_id);
    if (user) requireNotBanned(user, deps.clock.now());
    return;
  }
  const email = requireEmail(about);
  const owner = await findUserByEmail(db, email);
  await requireMayHave(db, deps, { owner, email, about });
}

/**
 * Chooses and connects the account of a person who has signed in at a provider: the connected one, one with the address
 * that the provider has verified, or a new one. `conflict`: try again.
 */
export async function chooseAccount(
  tx: Tx,
  deps: AuthDeps,
  { caller, ...about }: About & { caller: Caller },
): Promise<string> {
  const { person } = about;
  const now = deps.clock.now();
  const known = await findIdentity(tx, person);
  if (known !== undefined) {
    await lockUser(tx, known.user_id);
    const present = await findIdentity(tx, person);
    if (present?.user_id !== known.user_id) throw new AuthError("conflict");
    requireSameIssuer(present.identity_data, about);
    await updateIdentity(tx, present.id, {
      identity_data: JSON.stringify(identityData(person)),
      last_sign_in_at: now,
      updated_at: now,
    });
    return known.user_id;
  }

  const email = requireEmail(about);
  const owner = await lockUserByEmail(tx, email);
  await requireMayHave(tx, deps, { owner, email, about });
  if (owner === undefined) return createAccount(tx, deps, { person, email, caller });
  await proveAddress(tx, deps, owner, { byAccount: false, flowId: randomUUID(), caller });
  await connectIdentity(tx, deps, { user: owner, person, caller, isSignIn: true });
  return owner.id;
}

/**
 * Connects a provider's account with a locked one here. The email about a reset replaces the one about the connection.
 */
export async function connectIdentity(
  tx: Tx,
  deps: AuthDeps,
  {
    user,
    person,
    session_id,
    caller,
    isSignIn,
  }: {
    user: UserRow;
    person: ProviderPerson;
    session_id?: string;
    caller: Caller;
    isSignIn: boolean;
  },
): Promise<void> {
  const now = deps.clock.now();
  await insertIdentity(tx, { user_id: user.id, person, isSignIn, now });
  await storeProviders(tx, user.id, now);
  if (!isSignIn || user.email_proven_at !== null) {
    await requestNotice(tx, deps, "auth_identity_linked", user);
  }
  await recordAudit(
    tx,
    "identity_linked",
    { user_id: user.id, session_id, caller, now },
    { provider: person.provider },
  );
}

async function insertIdentity(
  tx: Tx,
  {
    user_id,
    person,
    isSignIn,
    now,
  }: { user_id: string; person: ProviderPerson; isSignIn: boolean; now: Date },
): Promise<void> {
  const isNew = await insertNewIdentity(tx, {
    id: randomUUID(),
    user_id,
    provider: person.provider,
    provider_id: person.subject,
    identity_data: JSON.stringify(identityData(person)),
    last_sign_in_at: isSignIn ? now : null,
    created_at: now,
    updated_at: now,
  });
  if (!isNew) throw new AuthError("conflict");
}

async function createAccount(
  tx: Tx,
  { clock }: AuthDeps,
  { person, email, caller }: { person: ProviderPerson; email: string; caller: Caller },
): Promise<string> {
  const now = clock.now();
  const { provider, full_name } = person;
  const state = {
    email,
    email_confirmed_at: now,
    email_proven_at: person.is_email_verified ? now : null,
    confirmation_sent_at: null,
    password_hash: null,
    app_metadata: JSON.stringify({ provider, providers: [provider] }),
    user_metadata: JSON.stringify(full_name === undefined ? {} : { full_name, name: full_name }),
  };
  const user = newUser(state, now);
  const { id } = user;
  const isNew = await insertUser(tx, user);
  if (!isNew) throw new AuthError("conflict");
  await deleteInvitedAddress(tx, email);
  await insertIdentity(tx, { user_id: id, person, isSignIn: true, now });
  await saveProfile(tx, id, { full_name, time_zone: null }, now);
  await recordAudit(tx, "user_signedup", { user_id: id, caller, now }, { provider });
  return id;
}

function identityData(person: ProviderPerson) {
  const { subject, issuer, email, is_email_verified, full_name, user_name } = person;
  return {
    iss: issuer,
    sub: subject,
    provider_id: subject,
    email,
    email_verified: is_email_verified,
    phone_verified: false,
    full_name,
    name: full_name,
    user_name,
  };
}

/** If the operator has replaced the provider, the same subject may be another person there. */
function requireSameIssuer(stored: Record<string, unknown>, { person, providerName }: About): void {
  if (stored.iss === person.issuer) return;
  throw new AuthError("bad_oauth_callback", {
    message: `Your account at ${providerName} is not the one that is connected here. Please sign in another way.`,
  });
}

function requireEmail({ person, providerName }: About): string {
  if (person.email !== undefined) return person.email;
  throw new AuthError("provider_email_needs_verification", {
    message: `${providerName} shared no email address. Allow it to share one, and try again.`,
  });
}

/**
 * @param owner the account that has the address, if there is one
 * @throws AuthError user_banned, provider_email_needs_verification, email_not_confirmed, signup_disabled
 */
async function requireMayHave(
  db: Db,
  { config, clock }: Pick<AuthDeps, "config" | "clock">,
  { owner, email, about }: { owner: UserRow | undefined; email: string; about: About },
): Promise<void> {
  const { person, providerName, isPkce } = about;
  const isNeeded = owner !== undefined || config.authConfirmEmail;
  if (!person.is_email_verified && isNeeded) {
    throw new AuthError("provider_email_needs_verification", {
      message:
        person.provider === "google"
          ? `${providerName} can't confirm that this address is yours. Sign in another way, then connect ${providerName} in Settings.`
          : `Unverified email with ${providerName}. Verify the email with ${providerName} in order to sign in`,
    });
  }
  if (owner === undefined) {
    if (!(await mayCreateAccount(db, config, email))) throw new AuthError("signup_disabled");
    return;
  }
  requireNotBanned(owner, clock.now());
  // Anyone could have sent the person to the provider. An account is reset or connected only in the browser that began
  // the sign-in, which needs PKCE.
  if (isPkce) return;
  if (owner.email_proven_at === null) {
    throw new AuthError("email_not_confirmed", {
      message: "Please sign in with your password and confirm your address first.",
    });
  }
  throw new AuthError("validation_failed", {
    message: `Connecting ${providerName} with an account needs PKCE. Sign in another way, then connect it in Settings.`,
  });
}
