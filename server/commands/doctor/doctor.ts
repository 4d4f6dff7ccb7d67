import dns from "node:dns/promises";
import { type Config, readEnvironment } from "#server/config/config.ts";
import { paymentChecks } from "#server/features/billing/check-payments.ts";
import { paymentProviders } from "#server/features/billing/providers.ts";
import { openCoverStore } from "#server/features/covers/open-cover-store.ts";
import { modelCheck } from "#server/features/insights/engines/check-model.ts";
import { type Check, failed } from "#server/system/check.ts";
import { systemClock as clock } from "#server/system/clock.ts";
import { readOptions, refuseArguments, usageOf } from "../command-arguments.ts";
import { certificate } from "./certificate.ts";
import { checkDatabase } from "./check-database.ts";
import { covers } from "./covers.ts";
import { dataFolder } from "./data-folder.ts";
import { withoutDatabase } from "./database/database-checks.ts";
import { dkim, dmarc, domainOf, spf } from "./mail-domain.ts";
import { mailServer, testEmail } from "./mail-server.ts";
import { printResults } from "./print-results.ts";
import { product } from "./product.ts";
import { publicAddress } from "./public-address.ts";
import { readSettings } from "./read-settings.ts";
import { type Result, runChecks } from "./run-checks.ts";
import { webClock } from "./web-clock.ts";
import { withoutSecrets } from "./without-secrets.ts";

const usage = usageOf("doctor");

/** `npm run doctor`. */
export async function doctorCommand(args: readonly string[]): Promise<void> {
  const options = readOptions(args, {
    named: ["dkim-selector", "send-test-email"],
    flags: ["json"],
  });
  if (options === undefined) {
    refuseArguments(usage);
    return;
  }
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
  /** The name of the key that emails are signed with. */
  selector: string | undefined;
  /** The address for a test email. */
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
  return withoutSecrets((await Promise.all(parts)).flat(), environment);
}

/** The checks of the machine and of how it is reached. */
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

/** The checks of services that others run. */
function services(
  config: Config,
  environment: NodeJS.ProcessEnv,
  { selector, testEmailTo }: DoctorOptions,
): Check[] {
  const { smtpUrl, mailFrom, insights } = config;
  const domain = smtpUrl === undefined ? undefined : domainOf(mailFrom);
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
