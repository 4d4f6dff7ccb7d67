import {
  prepareSigningKey,
  type Rotation,
  replaceSigningKey,
} from "#server/access/rotate-signing-keys.ts";
import { loadConfig, readEnvironment } from "#server/config/config.ts";
import type { Deps } from "#server/deps.ts";
import { paymentSettings } from "#server/features/billing/providers.ts";
import { withDeps } from "./with-deps.ts";

const usage = `Changes the key that signs access tokens. The server does so by itself every AUTH_KEY_ROTATION_DAYS days.

  npm run keys:rotate

makes a new key, of the algorithm AUTH_SIGNING_ALGORITHM. It is published at once, and begins to sign after 20 minutes.
Tokens that the former key signed stay valid until they end.

  npm run keys:rotate -- --now

lets the new key sign at once. Other programs that verify tokens with a copy of the public keys may refuse new tokens
until they read the keys again.

  npm run keys:rotate -- --now --compromised

also removes every existing key, because someone else may have one: none of their tokens is accepted any more, and
everyone who is signed in gets a new one. Running servers notice within a minute; restart them if you cannot wait.

The embedded database needs the server to be stopped.
`;

const flags = ["--now", "--compromised"] as const;

/**
 * `npm run keys:rotate`.
 * @throws DirectoryInUseError while a server has the embedded database open
 */
export async function rotateKeysCommand(args: readonly string[]): Promise<void> {
  if (args.some((arg) => !flags.some((flag) => flag === arg))) {
    const isHelp = args.includes("--help");
    (isHelp ? process.stdout : process.stderr).write(usage);
    process.exitCode = isHelp ? 0 : 1;
    return;
  }
  const isCompromised = args.includes("--compromised");
  const isImmediate = isCompromised || args.includes("--now");
  const report = await withDeps(loadConfig(readEnvironment(), paymentSettings), (deps) =>
    rotateKeys(deps, { isImmediate, isCompromised }),
  );
  process.stdout.write(report);
}

async function rotateKeys(
  deps: Deps,
  { isImmediate, isCompromised }: { isImmediate: boolean; isCompromised: boolean },
): Promise<string> {
  if (!isImmediate) {
    const { prepared } = await prepareSigningKey(deps);
    return `The key ${prepared?.kid} is published, and signs from ${prepared?.signs_from.toISOString()} on, when the server runs.\n`;
  }
  return describeReplacement(await replaceSigningKey(deps, { isCompromised }), isCompromised);
}

function describeReplacement({ activated, removed }: Rotation, isCompromised: boolean): string {
  const former = isCompromised
    ? `${removed.length === 1 ? "The former key was" : `${removed.length} former keys were`} removed: within a minute, running servers no longer accept their tokens.`
    : "Tokens of the former key stay valid until they end.";
  return `The key ${activated} signs from now on. ${former}\n`;
}
