import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { ConfigError, loadConfig as load } from "#server/config/config.ts";
import { paymentSettings } from "#server/features/billing/providers.ts";

/** The settings of a server, read from an environment that a test makes up, with the test's own data folders. */
export function useSettings() {
  const parent = mkdtempSync(join(tmpdir(), "paraline-config-"));
  afterAll(() => rmSync(parent, { recursive: true, force: true }));

  const emptyDirectory = () => mkdtempSync(join(parent, "data-"));
  const loadConfig = (environment: NodeJS.ProcessEnv) => load(environment, paymentSettings);
  /** The mistakes in an environment, one sentence each. */
  const listSettingsErrors = (environment: NodeJS.ProcessEnv): readonly string[] => {
    try {
      loadConfig({ DATA_DIR: emptyDirectory(), ...environment });
    } catch (error) {
      if (error instanceof ConfigError) return error.errors;
      throw error;
    }
    return [];
  };
  return { emptyDirectory, loadConfig, listSettingsErrors };
}
