import { randomUUID } from "node:crypto";
import { AuthError } from "#server/access/auth-error.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { mayCreateAccount } from "../admission/account-admission.ts";
import { newAccount, storeAccount } from "../admission/new-account.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { emailKey } from "../email-key.ts";
import type { CodeChallenge } from "../http/pkce.ts";
import { isMailAllowed } from "../limits.ts";
import { requestLinkMail } from "../links/request-link-mail.ts";
import { findUserByEmail, rollBackUnless } from "../queries.ts";
import { sessionAnswer, startSession } from "../sessions/start-session.ts";
import { userView } from "../user-view.ts";

type SignUpInput = {
  email: string;
  password: string;
  data: Record<string, unknown>;
  redirect_to: URL;
  challenge: CodeChallenge | undefined;
  caller: Caller;
};

/**
 * Makes an account: signed in at once, or after its address is confirmed.
 * @throws AuthError signup_disabled, whatever the address
 */
export async function signUp(deps: AuthDeps, input: SignUpInput) {
  if (deps.config.authSignUp === "off") throw new AuthError("signup_disabled");
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
    const account = accountOf(deps, input, passwordHash);
    if (!(await storeAccount(tx, account))) return undefined;
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
 * for a new one is stored and rolled back, and its owner is notified by email. The account itself does not change. The
 * same goes for an address that was not invited where only those may sign up, but its owner is sent nothing.
 */
async function signUpWithConfirmation(deps: AuthDeps, input: SignUpInput) {
  const passwordHash = await deps.passwords.hash(input.password);
  const mayWrite = await isSignUpMailAllowed(deps, input);
  const account = accountOf(deps, input, passwordHash);
  await inTransaction(deps.db, async (tx) => {
    const known = await findUserByEmail(tx, input.email);
    const isAdmitted = await mayCreateAccount(tx, deps.config, input.email);
    const isFree = known === undefined && isAdmitted;
    const stored = isFree
      ? account
      : accountOf(deps, { ...input, email: `${randomUUID()}@invalid` }, passwordHash);
    const isNew = await rollBackUnless(tx, async () => (await storeAccount(tx, stored)) && isFree);
    // Someone else may have signed up with the address in the meantime.
    const owner = known ?? (isNew ? account.user : await findUserByEmail(tx, input.email));
    await recordAudit(tx, {
      action: isNew ? "user_signedup" : "user_repeated_signup",
      user_id: owner?.id,
      caller: input.caller,
      now: deps.clock.now(),
    });
    // Where there is no owner, the mail is asked for all the same, and finds nothing to send.
    if (mayWrite) await requestConfirmation(tx, deps, input, owner, isNew);
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
  owner: { id: string; email_confirmed_at: Date | null } | undefined,
  askedByAccount: boolean,
): Promise<void> {
  const isRegistered = deps.config.authConfirmEmail && Boolean(owner?.email_confirmed_at);
  const kind = isRegistered ? "auth_already_registered" : "auth_confirm_signup";
  await requestLinkMail(tx, deps, {
    method: "signup",
    mails: [{ kind, to_address: email }],
    email,
    user_id: owner?.id,
    redirect_to,
    challenge,
    asked_by_account: askedByAccount,
  });
}

function accountOf({ config, clock }: AuthDeps, input: SignUpInput, passwordHash: string) {
  const now = clock.now();
  return newAccount({
    email: input.email,
    data: input.data,
    password_hash: passwordHash,
    email_confirmed_at: config.authConfirmEmail ? null : now,
    email_proven_at: null,
    confirmation_sent_at: config.authConfirmEmail || !config.onLoopback ? now : null,
    now,
  });
}
