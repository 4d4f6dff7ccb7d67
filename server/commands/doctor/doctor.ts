import { randomBytes } from "node:crypto";
import dns from "node:dns/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  type Config,
  ConfigError,
  findWarnings,
  loadConfig,
  readEnvironment,
} from "#server/config/config.ts";
import { DirectoryInUseError } from "#server/db/embedded/directory-lock.ts";
import { type OpenedDatabase, openDatabase } from "#server/db/open.ts";
import { paymentChecks } from "#server/features/billing/check-payments.ts";
import { paymentProviders, paymentSettings } from "#server/features/billing/providers.ts";
import { openCoverStore } from "#server/features/covers/open-cover-store.ts";
import { modelCheck } from "#server/features/insights/engines/check-model.ts";
import { type Check, failed, passed } from "#server/system/check.ts";
import { systemClock as clock } from "#server/system/clock.ts";
import { createSecrets } from "#server/system/secrets.ts";
import { readOptions, refuseArguments } from "../command-arguments.ts";
import { sendCommandRequest } from "../command-requests.ts";
import { databaseChecks, withoutDatabase } from "./database-checks.ts";
import {
  certificate,
  covers,
  dataFolder,
  product,
  publicAddress,
  webClock,
} from "./machine-checks.ts";
import { dkim, dmarc, findDomain, mailServer, spf, testEmail } from "./mail-checks.ts";
import { printResults, type Result, redactSecrets, runChecks } from "./run-checks.ts";

export async function doctorCommand(args: readonly string[]): Promise<void> {
  const options = readOptions(args, {
    named: ["dkim-selector", "send-test-email"],
    flags: ["json"],
  });
  if (options === undefined) return refuseArguments("doctor");
  const results = await runDoctor(readEnvironment(), {
    selector: options.values["dkim-selector"],
    testEmailTo: options.values["send-test-email"],
  });
  const text = options.has("json") ? `${JSON.stringify(results)}\n` : printResults(results);
  await new Promise((resolve) => process.stdout.write(text, resolve));
  // Something that a check left behind, such as a connection that nobody answers, would keep the process alive.
  process.exit(results.every(({ ok }) => ok) ? 0 : 1);
}

interface DoctorOptions {
  selector: string | undefined;
  testEmailTo: string | undefined;
}

async function runDoctor(
  environment: NodeJS.ProcessEnv,
  options: DoctorOptions,
): Promise<Result[]> {
  const { config, check } = readSettings(environment);
  const parts = [
    runChecks([check]),
    ...(config === undefined
      ? []
      : [
          runChecks(surroundings(config)),
          checkDatabase(config).catch((error: unknown) =>
            runChecks(withoutDatabase(failed(`The database cannot be opened: ${String(error)}`))),
          ),
          runChecks(services(config, environment, options)),
        ]),
  ];
  return redactSecrets((await Promise.all(parts)).flat(), environment);
}

function surroundings(config: Config): Check[] {
  return [
    product(config),
    publicAddress(config),
    certificate({ ...config, clock }),
    webClock({ ...config, clock }),
    dataFolder(config),
    covers(openCoverStore(config)),
  ];
}

function services(
  config: Config,
  environment: NodeJS.ProcessEnv,
  { selector, testEmailTo }: DoctorOptions,
): Check[] {
  const { smtpUrl, mailFrom, insights } = config;
  const domain = smtpUrl === undefined ? undefined : findDomain(mailFrom);
  const mail = { domain, resolver: dns };
  return [
    mailServer(config),
    ...(testEmailTo === undefined ? [] : [testEmail(config, { to: testEmailTo, clock })]),
    spf(mail),
    dkim(mail, selector),
    dmarc(mail),
    ...paymentChecks(paymentProviders, { environment, config, clock }),
    modelCheck(insights),
  ];
}

/** Reads the settings as at a start, but without creating a secret. */
function readSettings(environment: NodeJS.ProcessEnv): {
  config: Config | undefined;
  check: Check;
} {
  const warnings = findWarnings(environment, paymentSettings);
  const createSettingsCheck = (errors: readonly string[]): Check => ({
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
    return { config: loadWithoutMaking(environment), check: createSettingsCheck([]) };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { config: undefined, check: createSettingsCheck(error.errors) };
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

/** If another process has the embedded database open, that process runs the checks. Nothing is created or migrated. */
async function checkDatabase(config: Config): Promise<Result[]> {
  const isEmbedded = config.databaseUrl === undefined;
  if (isEmbedded && !existsSync(join(config.dataDir, "database", "files"))) {
    return runChecks(withoutDatabase(passed("there is no database yet: the first start makes it")));
  }
  let database: OpenedDatabase;
  try {
    database = await openDatabase({ ...config, name: "paraline doctor" });
  } catch (error) {
    if (!(error instanceof DirectoryInUseError)) throw error;
    return (
      (await sendCommandRequest("check", config.dataDir)) ?? runChecks(withoutDatabase(unasked))
    );
  }
  try {
    const secrets = createSecrets(config.appSecret, config.appSecretPrevious);
    const { db, kind } = database;
    return await runChecks(databaseChecks({ db, kind, secrets, clock, config }));
  } finally {
    await database.close();
  }
}

const unasked = failed(
  "Another process has the database open, and cannot be asked: stop it, or restart it with this version.",
);
