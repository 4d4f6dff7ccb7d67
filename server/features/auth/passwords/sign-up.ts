import { randomUUID } from "node:crypto";
import { isTimeZone } from "#contract/account.ts";
import { AuthError } from "#server/access/auth-error.ts";
import { createProfile } from "#server/access/profiles.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { emailAppMetadata, newEmailIdentity } from "../email-identity.ts";
import { emailKey } from "../email-key.ts";
import type { CodeChallenge } from "../http/pkce.ts";
import { isMailAllowed } from "../limits.ts";
import { requestLinkMail } from "../links/request-link-mail.ts";
import { findUserByEmail, insertIdentity, insertUser, rollBackUnless } from "../queries.ts";
import { sessionAnswer, startSession } from "../sessions/start-session.ts";
import { userView } from "../user-view.ts";
import { noChange } from "../waiting-change.ts";

type SignUpInput = {
  email: string;
  password: string;
  data: Record<string, unknown>;
  redirect_to: URL;
  challenge: CodeChallenge | undefined;
  caller: Caller;
};

/** Makes an account: signed in at once, or after its address is confirmed. */
export function signUp(deps: AuthDeps, input: SignUpInput) {
  return deps.config.authConfirmEmail
    ? signUpWithConfirmation(deps, input)
    : signUpWithoutConfirmation(deps, input);
}

/**
 * The address counts as confirmed without proof. Off loopback the mail that proves it goes out all the same, because
 * invitations wait for it; no more often than any other mail to the address, since an account can be deleted and made
 * again.
 * @throws AuthError user_already_exists
 */
async function signUpWithoutConfirmation(deps: AuthDeps, input: SignUpInput) {
  const passwordHash = await deps.passwords.hash(input.password);
  const mayWrite = !deps.config.onLoopback && (await isSignUpMailAllowed(deps, input));
  const started = await inTransaction(deps.db, async (tx) => {
    const account = newAccount(deps, input, passwordHash);
    if (!(await storeAccount(tx, account, input))) return undefined;
    if (mayWrite) await requestConfirmation(tx, deps, input, account.user, true);
    await recordAudit(tx, {
      action: "user_signedup",
      user_id: account.user.id,
      caller: input.caller,
      now: deps.clock.now(),
    });
    return startSession(tx, deps, {
      user_id: account.user.id,
      method: "password",
      caller: input.caller,
    });
  });
  if (started) return sessionAnswer(deps, started);

  await recordAudit(deps.db, {
    action: "user_repeated_signup",
    caller: input.caller,
    now: deps.clock.now(),
  });
  throw new AuthError("user_already_exists");
}

/**
 * Answers with the user and no session. For a taken address the answer looks the same and takes as long: what is stored
 * for a new one is stored and rolled back, and its owner is notified by email. The account itself does not change.
 */
async function signUpWithConfirmation(deps: AuthDeps, input: SignUpInput) {
  const passwordHash = await deps.passwords.hash(input.password);
  const mayWrite = await isSignUpMailAllowed(deps, input);
  const account = newAccount(deps, input, passwordHash);
  await inTransaction(deps.db, async (tx) => {
    const known = await findUserByEmail(tx, input.email);
    const stored = known
      ? newAccount(deps, { ...input, email: `${randomUUID()}@invalid` }, passwordHash)
      : account;
    const isNew = await rollBackUnless(
      tx,
      async () => (await storeAccount(tx, stored, input)) && known === undefined,
    );
    // Someone else may have signed up with the address in the meantime.
    const owner = known ?? (isNew ? account.user : await findUserByEmail(tx, input.email));
    await recordAudit(tx, {
      action: isNew ? "user_signedup" : "user_repeated_signup",
      user_id: owner?.id,
      caller: input.caller,
      now: deps.clock.now(),
    });
    if (owner && mayWrite) await requestConfirmation(tx, deps, input, owner, isNew);
  });
  return userView(account.user, [account.identity], []);
}

/** Asked for every sign-up, whether the address has an account or not. */
function isSignUpMailAllowed(
  { limiter, secrets }: Pick<AuthDeps, "limiter" | "secrets">,
  { email }: Pick<SignUpInput, "email">,
): Promise<boolean> {
  return isMailAllowed(limiter, `sign-up ${emailKey(secrets, email)}`);
}

/** The confirming mail; to someone who has confirmed long ago, that they have an account. */
async function requestConfirmation(
  tx: Tx,
  deps: AuthDeps,
  { email, redirect_to, challenge }: SignUpInput,
  owner: { id: string; email_confirmed_at: Date | null },
  askedByAccount: boolean,
): Promise<void> {
  const isRegistered = deps.config.authConfirmEmail && owner.email_confirmed_at !== null;
  const kind = isRegistered ? "auth_already_registered" : "auth_confirm_signup";
  await requestLinkMail(tx, deps, {
    method: "signup",
    mails: [{ kind, to_address: email }],
    email,
    user_id: owner.id,
    redirect_to,
    challenge,
    asked_by_account: askedByAccount,
  });
}

type NewAccount = ReturnType<typeof newAccount>;

function newAccount({ config, clock }: AuthDeps, input: SignUpInput, passwordHash: string) {
  const { email, data } = input;
  const id = randomUUID();
  const now = clock.now();
  const confirmed = config.authConfirmEmail ? null : now;
  return {
    user: {
      id,
      email,
      email_confirmed_at: confirmed,
      email_proven_at: null,
      password_hash: passwordHash,
      ...noChange,
      app_metadata: emailAppMetadata,
      user_metadata: data,
      last_sign_in_at: null,
      confirmation_sent_at: config.authConfirmEmail || !config.onLoopback ? now : null,
      recovery_sent_at: null,
      email_change_sent_at: null,
      banned_until: null,
      reset_at: null,
      created_at: now,
      updated_at: now,
    },
    identity: { ...newEmailIdentity({ user_id: id, email, now }), email },
  };
}

/** @returns false when the address is taken; nothing is stored then */
async function storeAccount(
  tx: Tx,
  { user, identity: { email: _derived, ...identity } }: NewAccount,
  { data }: SignUpInput,
): Promise<boolean> {
  const isNew = await insertUser(tx, {
    ...user,
    app_metadata: JSON.stringify(user.app_metadata),
    user_metadata: JSON.stringify(user.user_metadata),
  });
  if (!isNew) return false;
  await insertIdentity(tx, { ...identity, identity_data: JSON.stringify(identity.identity_data) });
  const { time_zone } = data;
  await createProfile(tx, {
    user_id: user.id,
    time_zone: typeof time_zone === "string" && isTimeZone(time_zone) ? time_zone : null,
    now: user.created_at,
  });
  return true;
}
