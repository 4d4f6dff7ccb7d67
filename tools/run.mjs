import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

// This is plain JavaScript without dependencies, because it runs before anything is installed.

export const root = fileURLToPath(new URL("..", import.meta.url));

/** @param {string[]} parts */
export const inRoot = (...parts) => path.join(root, ...parts);

/**
 * Runs a program in the project's root and returns its exit code. Signals that end this process are passed on to it.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string | undefined>, quiet?: boolean }} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...options.env },
      stdio: ["ignore", options.quiet ? "ignore" : "inherit", "inherit"],
    });
    const release = passSignalsTo(child);
    child.once("error", (error) => {
      release();
      reject(error);
    });
    child.once("exit", (code, signal) => {
      release();
      resolve(code ?? (signal ? 128 : 1));
    });
  });
}

/**
 * Continues as another program, in the same folder: this process becomes it where Node can do that, and nothing of this
 * one stays in memory. With an older Node and on Windows it runs as a child, whose exit code is passed on.
 * @param {string} file
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
export async function continueAs(file, args, env) {
  const environment = { ...process.env, ...env };
  if (process.platform !== "win32") process.execve?.(file, [file, ...args], environment);
  const child = spawn(file, args, { env: environment, stdio: "inherit" });
  const release = passSignalsTo(child);
  process.exitCode = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(code ?? (signal ? 128 : 1)));
  });
  release();
}

/**
 * The same as `run`, but returns the whole output as one text, for programs that run in parallel.
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runGathered(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    const release = passSignalsTo(child);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (/** @type {string} */ chunk) => {
        output += chunk;
      });
    }
    child.once("error", (error) => {
      release();
      reject(error);
    });
    child.once("close", (code, signal) => {
      release();
      resolve({ code: code ?? (signal ? 128 : 1), output });
    });
  });
}

/**
 * Forwards SIGTERM, SIGINT and SIGHUP to the child, whose exit we then report. In a terminal Ctrl+C reaches the child
 * directly; a second one would make it hurry.
 * @param {import("node:child_process").ChildProcess} child
 * @returns {() => void} stops forwarding
 */
export function passSignalsTo(child) {
  /** @type {NodeJS.Signals[]} */
  const signals = ["SIGTERM", "SIGINT", "SIGHUP"];
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of signals) process.on(signal, pass);
  return () => {
    for (const signal of signals) process.removeListener(signal, pass);
  };
}
