import type { RequestListener, Server } from "node:http";
import { join } from "node:path";
import { LostSecretError } from "#server/access/encryption/circle-keys.ts";
import { createApp, createStartingApp, createStoppingApp } from "#server/app.ts";
import { runAccountCommand } from "#server/commands/account-command.ts";
import { backupCommand } from "#server/commands/backup.ts";
import { type CommandName, describeUsage, isCommand } from "#server/commands/command-arguments.ts";
import { serveCommandRequests } from "#server/commands/command-requests.ts";
import { CopyError } from "#server/commands/copy/copy-format.ts";
import { openKeptEmailFiles } from "#server/commands/copy/kept-email-files.ts";
import { doctorCommand } from "#server/commands/doctor/doctor.ts";
import { moveCoversCommand } from "#server/commands/move-covers.ts";
import { moveDataCommand } from "#server/commands/move-data.ts";
import { restoreCommand } from "#server/commands/restore.ts";
import { rotateKeysCommand } from "#server/commands/rotate-keys.ts";
import { rotateSecretCommand } from "#server/commands/rotate-secret.ts";
import { type Config, ConfigError, loadConfig, readEnvironment } from "#server/config/config.ts";
import { DirectoryInUseError } from "#server/db/embedded/directory-lock.ts";
import { UnusableDatabaseError } from "#server/db/errors.ts";
import { createDeps, type Deps } from "#server/deps.ts";
import { reportBillingProblems } from "#server/features/billing/billing-problems.ts";
import { paymentProviders, paymentSettings } from "#server/features/billing/providers.ts";
import { setUpStripeAccount } from "#server/features/billing/stripe/set-up/set-up-stripe-account.ts";
import { createHttpServer, listenerFor } from "#server/http/listener.ts";
import { loadWebBuild } from "#server/http/pages/web-build.ts";
import { createLog, type Logger } from "#server/system/log.ts";
import { UnreadableSecretError } from "#server/system/secrets.ts";
import { UnavailableError } from "#server/system/unavailable-error.ts";
import { startWorker } from "#server/worker.ts";
import { describeStartup } from "./startup-message.ts";
import { listenWhileDraining, stopGracefully, type Wait, waitFor } from "./stop.ts";
import { writeErasureFolderEveryMinute } from "./write-erasure-folder.ts";

/** With `--dev`, the web layer is served directly from its sources. */
const fromSources = process.argv.includes("--dev");

async function serve(onStop: OnStop): Promise<void> {
  const { config, openPayments, warnings } = loadConfig(readEnvironment(), paymentSettings);
  const log = createLog(config.logLevel);
  for (const warning of warnings) log.warn(warning);

  // The health checks answer from the first moment, and everything else once there is a database.
  let listener: RequestListener = listenerFor(createStartingApp(config));
  let isServing = false;
  const server = createHttpServer((request, response) => listener(request, response));
  const starting = start();
  onStop(stopOnce({ drain, stop: () => stopGracefully(server, starting) }, log));
  await starting;
  // The process may have been asked to stop in the meantime.
  if (server.listening) process.stdout.write(describeStartup(config, paymentProviders));

  async function start(): Promise<Deps> {
    await listen(server, config);
    const deps = await createDeps({ config, openPayments }, log);
    const { web, wrap } = fromSources ? await loadSources(server) : await loadBuild();
    listener = wrap(listenerFor(await createApp(deps, web)));
    isServing = true;
    if (config.role !== "web") await startWorker(deps);
    // The operator reads about problems before the first buyer finds them.
    void reportBillingProblems(deps);
    const stopWritingList = writeErasureFolderEveryMinute(deps);
    const source = { ...deps, outbox: openKeptEmailFiles(config.dataDir) };
    const channel = deps.kind === "embedded" ? await serveCommandRequests(source) : undefined;
    return {
      ...deps,
      async close() {
        stopWritingList();
        await channel?.close();
        await deps.close();
      },
    };
  }

  function drain() {
    // Proxies send no requests to a process that has not been ready, or that only runs jobs.
    if (!isServing || config.role === "worker" || config.drainSeconds === 0) return undefined;
    listener = listenWhileDraining(listener, listenerFor(createStoppingApp(config)));
    log.info({ seconds: config.drainSeconds }, "stopping: /readyz says so, requests are served");
    return waitFor(config.drainSeconds);
  }
}

async function loadBuild() {
  const web = await loadWebBuild(join(import.meta.dirname, ".."));
  return { web, wrap: (inner: RequestListener) => inner };
}

async function loadSources(server: Server) {
  const { loadWebSources } = await import("#server/http/pages/load-web-sources.ts");
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

/** Another signal while the process drains ends the wait, so that it stops at once. */
function stopOnce(
  { drain, stop }: { drain: () => Wait | undefined; stop: () => Promise<void> },
  log: Logger,
): () => void {
  let wait: Wait | undefined;
  let isStopping = false;
  const stopAll = async () => {
    wait = drain();
    await wait?.over;
    await stop();
  };
  return () => {
    wait?.end();
    if (isStopping) return;
    isStopping = true;
    stopAll().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, "could not shut down cleanly");
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

const [command, ...args] = process.argv.slice(2);

async function stripeSetupCommand(): Promise<void> {
  const isDone = await setUpStripeAccount(readEnvironment(), args, (line) =>
    process.stdout.write(`${line}\n`),
  );
  process.exitCode = isDone ? 0 : 1;
}

type OnStop = (stop: (signal: NodeJS.Signals) => void) => void;

export async function startServing(onStop: OnStop): Promise<void> {
  try {
    await runCommand(onStop);
  } catch (error) {
    const message = error instanceof ConfigError ? error.message : explain(error);
    process.stderr.write(`${message}\n`);
    process.exit(1);
  }
}

const commands: Record<CommandName, (args: readonly string[]) => Promise<void>> = {
  account: runAccountCommand,
  "stripe-setup": stripeSetupCommand,
  backup: backupCommand,
  "covers-move": moveCoversCommand,
  doctor: doctorCommand,
  "data-move": moveDataCommand,
  restore: restoreCommand,
  "keys-rotate": rotateKeysCommand,
  "secret-rotate": rotateSecretCommand,
};

async function runCommand(onStop: OnStop): Promise<void> {
  if (!isCommand(command)) return serve(onStop);
  if (args.includes("--help")) {
    process.stdout.write(describeUsage(command));
    return;
  }
  onStop(endBySignal);
  return commands[command](args);
}

function explain(error: unknown): string {
  if (
    error instanceof CopyError ||
    error instanceof DirectoryInUseError ||
    error instanceof UnusableDatabaseError ||
    error instanceof LostSecretError ||
    error instanceof UnavailableError ||
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
