import { loadConfig, readEnvironment } from "#server/config/config.ts";
import { createDeps, type Deps } from "#server/deps.ts";
import { readAccountEmail } from "#server/features/auth/account-email.ts";
import { removeAllFactors } from "#server/features/auth/factors/remove-all-factors.ts";
import { paymentSettings } from "#server/features/billing/providers.ts";
import { createLog } from "#server/system/log.ts";

const usage = `What the operator of this server can do for an account:

  npm run account -- remove-factors ADDRESS

removes every second step (authenticator app, security key, phone), the recovery codes and every passkey from the account
with this email address, when its owner has lost theirs and has proven who they are. The account is signed out
everywhere and its password no longer works, so that someone who
knows only the password is not let in. An email asks the owner to choose a new one with “Forgot password?”. The password
stays if the address was never confirmed, or if this server sends no email.
`;

/**
 * Does what only the server's operator may do, from its command line. With the embedded database the server
 * must be stopped; beside a running server on the same PostgreSQL server it takes effect at once.
 * @throws DirectoryInUseError while a server has the embedded database open
 */
export async function runAccountCommand([
  verb,
  address,
  ...more
]: readonly string[]): Promise<void> {
  if (verb !== "remove-factors" || address === undefined || more.length > 0) {
    process.stderr.write(usage);
    process.exitCode = 2;
    return;
  }
  const { config, openPayments } = loadConfig(readEnvironment(), paymentSettings);
  // Only asks for the mail: the server sends it, now or when it starts.
  const deps = await createDeps(
    { config: { ...config, role: "web" }, openPayments },
    createLog(config.logLevel),
  );
  try {
    process.exitCode = await removeFactors(deps, readAccountEmail(address) ?? address);
  } finally {
    await deps.close();
  }
}

async function removeFactors(deps: Deps, email: string): Promise<number> {
  const { smtpUrl, onLoopback } = deps.config;
  const canRecover = smtpUrl !== undefined || onLoopback;
  const outcome = await removeAllFactors(deps, { email, canRecover });
  if (outcome === undefined) {
    process.stderr.write(`No account has the address ${email}.\n`);
    return 1;
  }
  const { removedCount, hasPassword } = outcome;
  if (removedCount === 0) {
    process.stdout.write(`The account ${email} has no second step. Nothing was changed.\n`);
    return 0;
  }
  const steps = removedCount === 1 ? "The second step was" : `${removedCount} second steps were`;
  const password = hasPassword
    ? "Its password still works, because its owner could not recover it by email: they should change it right away."
    : "Its password no longer works: its owner signs in with “Forgot password?”.";
  process.stdout.write(
    `${steps} removed from ${email}, and its passkeys. It is signed out everywhere. ${password} An email tells its owner.\n`,
  );
  return 0;
}
