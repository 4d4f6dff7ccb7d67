import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { settingsStatement } from "../server/db/pooled-sessions.ts";
import { freePort } from "../server/testing/free-port.ts";
import { installDebianPackages } from "./debian-packages.mjs";
import { identityForServer } from "./postgres.mjs";

/**
 * Starts PgBouncer in transaction mode in front of every database of a server.
 * @param {string} serverUrl
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} the server's address through it
 */
export async function startPgBouncer(serverUrl) {
  const program = findOrInstall();
  const server = new URL(serverUrl);
  const folder = await mkdtemp(path.join(tmpdir(), "paraline-pgbouncer-"));
  const file = path.join(folder, "pgbouncer.ini");
  const port = await freePort();
  const quote = (/** @type {string} */ text) => `'${text.replaceAll("'", "''")}'`;
  await chmod(folder, 0o755);
  await writeFile(
    file,
    [
      "[databases]",
      [
        `* = host=${server.hostname} port=${server.port || 5432}`,
        `user=${decodeURIComponent(server.username)}`,
        ...(server.password ? [`password=${quote(decodeURIComponent(server.password))}`] : []),
        `connect_query=${quote(settingsStatement)}`,
      ].join(" "),
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      // Any client may connect, and acts as the user above.
      "auth_type = any",
      "pool_mode = transaction",
      "max_client_conn = 1000",
      // Tests share the server's connections among many databases.
      "default_pool_size = 10",
      "server_idle_timeout = 5",
      // After a restart of the server the next attempt comes soon, and no query waits for minutes.
      "server_login_retry = 1",
      "query_wait_timeout = 30",
      "",
    ].join("\n"),
  );
  // The shell ends PgBouncer with this process: its input closes when this process ends, for whatever reason.
  const child = spawn(
    "/bin/sh",
    [
      "-c",
      '"$@" </dev/null & pooler=$!; read -r _; kill -INT $pooler; wait $pooler',
      "sh",
      program,
      file,
    ],
    { ...identityForServer(), cwd: folder, detached: true, stdio: ["pipe", "ignore", "pipe"] },
  );
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const stop = async () => {
    child.stdin.end();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  let log = "";
  const ready = Promise.withResolvers();
  child.stderr.on("data", (chunk) => {
    log = (log + chunk).slice(-20_000);
    if (log.includes("process up")) ready.resolve(undefined);
    if (/FATAL/.test(log)) ready.reject(new Error("it failed"));
  });
  child.once("exit", () => ready.reject(new Error("it ended")));
  try {
    await ready.promise;
  } catch (error) {
    await stop();
    throw new Error(`PgBouncer did not start:\n${log}`, { cause: error });
  }
  const url = new URL(serverUrl);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  return { url: url.href, stop };
}

function findOrInstall() {
  const find = () =>
    [...(process.env.PATH ?? "").split(path.delimiter), "/usr/sbin"]
      .map((place) => path.join(place, "pgbouncer"))
      .find((program) => existsSync(program));
  const found = find();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    installDebianPackages(["pgbouncer"]);
  }
  const installed = find();
  if (installed) return installed;
  throw new Error("PgBouncer is not installed (Debian: apt-get install pgbouncer).");
}
