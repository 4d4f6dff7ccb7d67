import {
  prepareSigningKey,
  type Rotation,
  replaceSigningKey,
} from "#server/access/rotate-signing-keys.ts";
import { loadConfig, readEnvironment } from "#server/config/config.ts";
import type { Deps } from "#server/deps.ts";
import { paymentSettings } from "#server/features/billing/providers.ts";
import { refuseArguments } from "./command-arguments.ts";
import { withDeps } from "./with-deps.ts";

const flags = ["--now", "--compromised"] as const;

export async function rotateKeysCommand(args: readonly string[]): Promise<void> {
  if (args.some((arg) => !flags.some((flag) => flag === arg)))
    return refuseArguments("keys-rotate");
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
