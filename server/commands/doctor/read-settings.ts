import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Config, ConfigError, findWarnings, loadConfig } from "#server/config/config.ts";
import { paymentSettings } from "#server/features/billing/providers.ts";
import { type Check, failed, passed } from "#server/system/check.ts";

/** Reads the settings as at a start, but without creating a secret. */
export function readSettings(environment: NodeJS.ProcessEnv): {
  /** Undefined if they are not valid. */
  config: Config | undefined;
  check: Check;
} {
  const warnings = findWarnings(environment, paymentSettings);
  const checkOf = (errors: readonly string[]): Check => ({
    name: "settings",
    run: async () => {
      const problems = [...errors.map(asSentence), ...warnings];
      if (problems.length === 0) return passed("valid");
      const rest =
        errors.length > 0 ? " The server does not start, and nothing else was checked." : "";
      return failed(`${problems.join(" ")}${rest}`);
    },
  });
  try {
    return { config: loadWithoutMaking(environment), check: checkOf([]) };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { config: undefined, check: checkOf(error.errors) };
  }
}

function loadWithoutMaking(environment: NodeJS.ProcessEnv): Config {
  const isGiven = Boolean(environment.APP_SECRET?.trim());
  const made = { APP_SECRET: randomBytes(48).toString("hex") };
  const { config } = loadConfig({ ...environment, ...(!isGiven && made) }, paymentSettings);
  if (isGiven || !existsSync(join(config.dataDir, "app-secret"))) return config;
  return loadConfig(environment, paymentSettings).config;
}

const asSentence = (error: string) => `${error.replace(/\.$/, "")}.`;
