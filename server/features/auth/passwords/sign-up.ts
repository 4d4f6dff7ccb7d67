import { randomUUID } from "node:crypto";
import { AuthError } from "#server/access/auth-error.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { mayCreateAccount } from "../admission/account-admission.ts";
import { newAccount, storeAccount } from "../admission/new-account.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import type { CodeChallenge } from "../http/pkce.ts";
import { emailKey, isMailAllowed } from "../limits.ts";
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
 * Creates an account, whose owner is signed in at once or after confirming its address.
 * @throws AuthError signup_disabled, whatever the address
 */
export async function signUp(deps: AuthDeps, input: SignUpInput) {
  if (deps.config.authSignUp === "off") throw new AuthError("signup_disabled");
  return deps.config.authConfirmEmail
    ? signUpWithConfirmation(deps, input)
    : signUpWithoutConfirmation(deps, input);
}

/**
 * Creates an account whose address counts as confirmed without proof. Except on loopback, the email that proves it is
 * still sent, because invitations wait for the proof.
 */
async function signUpWithoutConfirmation(deps: AuthDeps, input: SignUpInput) {
  const passwordHash = await deps.passwords.hash(input.password);
  const mayWrite = !deps.config.onLoopback && (await isSignUpMailAllowed(deps, input));
  const started = await inTransaction(deps.db, async (tx) => {
    const account = createPasswordAccount(deps, input, passwordHash);
    if (!(await storeAccount(tx, account))) return undefined;
    if (mayWrite) await requestConfirmation(tx, deps, input, account.user, true);
    await recordAudit(tx, "user_signedup", {
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

  await recordAudit(deps.db, "user_repeated_signup", {
    caller: input.caller,
    now: deps.clock.now(),
  });
  throw new AuthError("user_already_exists");
}

/**
 * Answers with the user and no session. For a taken or uninvited address, the rows of a new account are stored and
 * rolled back, so that the answer looks the same and takes the same time.
 */
async function signUpWithConfirmation(deps: AuthDeps, input: SignUpInput) {
  const passwordHash = await deps.passwords.hash(input.password);
  const mayWrite = await isSignUpMailAllowed(deps, input);
  const account = createPasswordAccount(deps, input, passwordHash);
  await inTransaction(deps.db, async (tx) => {
    const known = await findUserByEmail(tx, input.email);
    const isAdmitted = await mayCreateAccount(tx, deps.config, input.email);
    const isFree = known === undefined && isAdmitted;
    const stored = isFree
      ? account
      : createPasswordAccount(deps, { ...input, email: `${randomUUID()}@invalid` }, passwordHash);
    const isNew = await rollBackUnless(tx, async () => (await storeAccount(tx, stored)) && isFree);
    // Someone else may have signed up with the address in the meantime.
    const owner = known ?? (isNew ? account.user : await findUserByEmail(tx, input.email));
    await recordAudit(tx, isNew ? "user_signedup" : "user_repeated_signup", {
      user_id: owner?.id,
      caller: input.caller,
      now: deps.clock.now(),
    });
    // If there is no owner, the email is requested too, and nothing is sent when it is due.
    if (mayWrite) await requestConfirmation(tx, deps, input, owner, isNew);
  });
  return userView(account.user, [account.identity], []);
}

/** Whether the email of a sign-up may be sent. Each sign-up is counted, whether or not the address has an account. */
function isSignUpMailAllowed(
  { limiter, secrets }: Pick<AuthDeps, "limiter" | "secrets">,
  { email }: Pick<SignUpInput, "email">,
): Promise<boolean> {
  return isMailAllowed(limiter, `sign-up ${emailKey(secrets, email)}`);
}

/** Requests the confirming email, or, if the address is already confirmed, the email that says that it has an account. */
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
    emails: [{ kind, to_address: email }],
    email,
    user_id: owner?.id,
    redirect_to,
    challenge,
    asked_by_account: askedByAccount,
  });
}

function createPasswordAccount(
  { config, clock }: AuthDeps,
  input: SignUpInput,
  passwordHash: string,
) {
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
