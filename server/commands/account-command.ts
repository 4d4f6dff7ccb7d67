import { signUpPath } from "#contract/paths.ts";
import { readEmail } from "#contract/values/email.ts";
import { loadConfig, readEnvironment } from "#server/config/config.ts";
import type { Deps } from "#server/deps.ts";
import { inviteAccount } from "#server/features/auth/admission/account-admission.ts";
import { removeAllFactors } from "#server/features/auth/factors/remove-all-factors.ts";
import { paymentSettings } from "#server/features/billing/providers.ts";
import { refuseArguments } from "./command-arguments.ts";
import { withDeps } from "./with-deps.ts";

/** With the embedded database the server must be stopped: otherwise this throws a DirectoryInUseError. */
export async function runAccountCommand([
  verb,
  address,
  ...more
]: readonly string[]): Promise<void> {
  const act = verb === undefined ? undefined : actions.get(verb);
  if (act === undefined || address === undefined || more.length > 0)
    return refuseArguments("account");
  const loaded = loadConfig(readEnvironment(), paymentSettings);
  process.exitCode = await withDeps(loaded, (deps) => act(deps, address));
}

const actions = new Map([
  ["remove-factors", removeFactors],
  ["invite", invite],
]);

async function invite(deps: Deps, address: string): Promise<number> {
  const email = readEmail(address);
  if (email === undefined) {
    process.stderr.write(`${address} is not an email address.\n`);
    return 1;
  }
  const { publicUrl, authSignUp } = deps.config;
  const outcome = await inviteAccount(deps, email);
  if (outcome === "has_account") {
    process.stdout.write(`${email} has an account already. Nothing was changed.\n`);
    return 0;
  }
  const signUpAt = `${publicUrl}${signUpPath}`;
  const isUseful = authSignUp === "invited";
  process.stdout.write(
    `${email} ${outcome === "invited" ? "may now sign up" : "could sign up already"}, at ${signUpAt}. No email was sent.${
      isUseful ? "" : ` This matters only with AUTH_SIGN_UP=invited; it is ${authSignUp}.`
    }\n`,
  );
  return 0;
}

async function removeFactors(deps: Deps, address: string): Promise<number> {
  const email = readEmail(address) ?? address;
  const { smtpUrl, onLoopback } = deps.config;
  const canRecover = smtpUrl !== undefined || onLoopback;
  const outcome = await removeAllFactors(deps, { email, canRecover });
  if (outcome === undefined) {
    process.stderr.write(`No account has the address ${email}.\n`);
    return 1;
  }
  const { removedCount, keepsWaysIn, removedPasskeys } = outcome;
  if (removedCount === 0) {
    const passkeys = removedPasskeys ? "Its passkeys were removed. " : "";
    process.stdout.write(
      `The account ${email} has no second step. ${passkeys}It was signed out everywhere. Nothing else was changed.\n`,
    );
    return 0;
  }
  const steps = removedCount === 1 ? "The second step was" : `${removedCount} second steps were`;
  const waysIn = keepsWaysIn
    ? "Its password, passkeys and connected accounts still work, because its owner could not recover it by email: they should change the password right away."
    : "Its password, passkeys and connected accounts no longer work: its owner signs in with “Forgot password?”.";
  process.stdout.write(
    `${steps} removed from ${email}. It is signed out everywhere. ${waysIn} An email tells its owner.\n`,
  );
  return 0;
}
