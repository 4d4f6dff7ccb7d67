import type { RequestListener, Server } from "node:http";
import { join } from "node:path";
import { LostSecretError } from "#server/access/encryption/circle-keys.ts";
import { createApp, createStartingApp } from "#server/app.ts";
import { runAccountCommand } from "#server/commands/account-command.ts";
import { backupCommand } from "#server/commands/backup.ts";
import { serveBackups } from "#server/commands/copy/backup-channel.ts";
import { CopyError } from "#server/commands/copy/copy-format.ts";
import { openKeptMailFiles } from "#server/commands/copy/kept-mail-files.ts";
import { moveDataCommand } from "#server/commands/move-data.ts";
import { restoreCommand } from "#server/commands/restore.ts";
import { rotateKeysCommand } from "#server/commands/rotate-keys.ts";
import { rotateSecretCommand } from "#server/commands/rotate-secret.ts";
import { type Config, ConfigError, loadConfig, readEnvironment } from "#server/config/config.ts";
import { UnusableDatabaseError } from "#server/db/database-state.ts";
import { DirectoryInUseError } from "#server/db/embedded/directory-lock.ts";
import { createDeps, type Deps } from "#server/deps.ts";
import { paymentProviders, paymentSettings } from "#server/features/billing/providers.ts";
import { setUpStripeAccount } from "#server/features/billing/stripe/set-up-stripe-account.ts";
import { createHttpServer, listenerFor } from "#server/http/listener.ts";
import { loadWebBuild } from "#server/http/pages/web-build.ts";
import { createLog, type Logger } from "#server/system/log.ts";
import { UnreadableSecretError } from "#server/system/secrets.ts";
import { startWorker } from "#server/worker.ts";
import { describeStartup } from "./startup-message.ts";
import { stopInOrder } from "./stop.ts";

/** `--dev`: the web layer comes straight from its sources. */
const fromSources = process.argv.includes("--dev");

async function serve(onStop: OnStop): Promise<void> {
  const { config, openPayments, warnings } = loadConfig(readEnvironment(), paymentSettings);
  const log = createLog(config.logLevel);
  for (const warning of warnings) log.warn(warning);

  // Health answers from the first moment; everything else once there is a database to ask.
  let listener: RequestListener = listenerFor(createStartingApp(config));
  const server = createHttpServer((request, response) => listener(request, response));
  const starting = start();
  onStop(stopOnce(server, starting, log));
  await starting;
  // It may have been asked to stop in the meantime.
  if (server.listening) process.stdout.write(describeStartup(config, paymentProviders));

  async function start(): Promise<Deps> {
    await listen(server, config);
    const deps = await createDeps({ config, openPayments }, log);
    const { web, wrap } = fromSources ? await sources(server) : await built();
    listener = wrap(listenerFor(await createApp(deps, web)));
    if (config.role !== "web") await startWorker(deps);
    void reportCatalogueProblems(deps);
    if (deps.kind === "postgres") return deps;
    const backups = await serveBackups({ ...deps, outbox: openKeptMailFiles(config.dataDir) });
    return {
      ...deps,
      async close() {
        await backups.close();
        await deps.close();
      },
    };
  }
}

/** Nothing is sold at a price that is not what the pages say; its operator reads of it before the first buyer does. */
async function reportCatalogueProblems({ payments, log }: Deps): Promise<void> {
  try {
    for (const problem of (await payments?.listCatalogueProblems()) ?? []) log.error(problem);
  } catch (error) {
    log.warn({ err: error }, "the prices could not be compared with the payment provider's");
  }
}

async function built() {
  const web = await loadWebBuild(join(import.meta.dirname, ".."));
  return { web, wrap: (inner: RequestListener) => inner };
}

/** Vite serves the sources of the web layer; what it does not know is passed on to the product. */
async function sources(server: Server) {
  const { loadWebSources } = await import("#server/http/pages/web-dev.ts");
  const { vite, web } = await loadWebSources(server);
  const wrap =
    (inner: RequestListener): RequestListener =>
    (request, response) =>
      vite.middlewares(request, response, () => inner(request, response));
  return { web, wrap };
}

function listen(server: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve());
  });
}

function stopOnce(server: Server, starting: Promise<Deps>, log: Logger): () => void {
  let stopping = false;
  return () => {
    if (stopping) return;
    stopping = true;
    stopInOrder(server, starting).then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, "could not stop in order");
        process.exit(1);
      },
    );
  };
}

/** A process stopped by a signal ends with that signal, so that it is not mistaken for a success. */
function endBySignal(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

const [command, ...words] = process.argv.slice(2);

async function connectPayments(): Promise<void> {
  const isDone = await setUpStripeAccount(readEnvironment(), words, (line) =>
    process.stdout.write(`${line}\n`),
  );
  process.exitCode = isDone ? 0 : 1;
}

/** Says what a stop signal does from now on. */
type OnStop = (stop: (signal: NodeJS.Signals) => void) => void;

/** Does what the command line asks for: serves, or one thing for an operator. */
export async function startServing(onStop: OnStop): Promise<void> {
  try {
    await obey(onStop);
  } catch (error) {
    const message = error instanceof ConfigError ? error.message : explain(error);
    process.stderr.write(`${message}\n`);
    process.exit(1);
  }
}

function obey(onStop: OnStop): Promise<void> {
  switch (command) {
    case "account":
      onStop(endBySignal);
      return runAccountCommand(words);
    case "stripe-setup":
      onStop(endBySignal);
      return connectPayments();
    case "backup":
      onStop(endBySignal);
      return backupCommand(words);
    case "data-move":
      onStop(endBySignal);
      return moveDataCommand(words);
    case "restore":
      onStop(endBySignal);
      return restoreCommand(words);
    case "keys-rotate":
      onStop(endBySignal);
      return rotateKeysCommand(words);
    case "secret-rotate":
      onStop(endBySignal);
      return rotateSecretCommand(words);
    default:
      return serve(onStop);
  }
}

function explain(error: unknown): string {
  if (
    error instanceof CopyError ||
    error instanceof DirectoryInUseError ||
    error instanceof UnusableDatabaseError ||
    error instanceof LostSecretError ||
    error instanceof UnreadableSecretError
  ) {
    return error.message;
  }
  if (!(error instanceof Error)) return String(error);
  if (
    "syscall" in error &&
    "code" in error &&
    ["listen", "getaddrinfo"].includes(String(error.syscall))
  ) {
    switch (error.code) {
      case "EADDRINUSE":
        return `${error.message}\nAnother program is listening there. Stop it, or set PORT to another number.`;
      case "EACCES":
        return `${error.message}\nThis user may not listen there. Set PORT to a number from 1024 on.`;
      case "EADDRNOTAVAIL":
      case "ENOTFOUND":
        return `${error.message}\nHOST is not an address of this machine.`;
    }
  }
  return error.stack ?? error.message;
}
