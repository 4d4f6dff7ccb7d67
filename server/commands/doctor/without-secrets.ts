import { listSettings } from "#server/config/config.ts";
import { paymentSettings } from "#server/features/billing/providers.ts";
import type { Result } from "./run-checks.ts";

const secretNames = /SECRET|KEY|TOKEN|PASSWORD/;
/** Shorter secrets would be found in ordinary words. */
const shortest = 6;

/** The results without any secret of the settings, whatever an outside service or a library wrote into a message. */
export function withoutSecrets(
  results: readonly Result[],
  environment: NodeJS.ProcessEnv,
): Result[] {
  const secrets = listSecrets(environment);
  return results.map(({ check, ok, detail }) => ({
    check,
    ok,
    detail: secrets.reduce((text, secret) => text.replaceAll(secret, "***"), detail),
  }));
}

function listSecrets(environment: NodeJS.ProcessEnv): string[] {
  const found = Object.keys(listSettings(paymentSettings)).flatMap((name) => {
    const value = environment[name]?.trim() ?? "";
    return secretNames.test(name) ? [value] : passwordsIn(value);
  });
  // The longest secrets are replaced first, because one may contain another.
  return found
    .filter((secret) => secret.length >= shortest)
    .toSorted((one, other) => other.length - one.length);
}

/** The password in an address, both encoded and decoded. */
function passwordsIn(value: string): string[] {
  const password = URL.canParse(value) ? new URL(value).password : "";
  if (password === "") return [];
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}
