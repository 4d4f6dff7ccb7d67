import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "./postgres.mjs";
import { inRoot } from "./run.mjs";

/**
 * Starts the product by `npm start`, in a folder of its own, twice: it gets ready without building again,
 * stops when npm is asked to stop, leaves nothing running, and opens what it left behind.
 * @returns {Promise<{ name: string, problems: string[] }[]>}
 */
export async function checkStart() {
  const folder = await mkdtemp(path.join(tmpdir(), "paraline-smoke-"));
  try {
    return [
      ...(await startAndStop("the first start", folder)),
      ...(await startAndStop("the second start", folder)),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} name
 * @param {string} folder
 */
async function startAndStop(name, folder) {
  const port = await freePort();
  const began = performance.now();
  const product = spawn("npm", ["start"], {
    cwd: inRoot(),
    env: {
      ...process.env,
      PORT: String(port),
      HOST: "127.0.0.1",
      PUBLIC_URL: `http://localhost:${port}`,
      DATA_DIR: folder,
      DATABASE_URL: "",
      TEST_DATABASE_URL: undefined,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [product.stdout, product.stderr]) {
    stream.on("data", (chunk) => {
      output = (output + chunk).slice(-5000);
    });
  }
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve) => product.once("exit", (code) => resolve(code)));

  const ready = await Promise.race([
    untilReady(port, AbortSignal.timeout(120_000)),
    ended.then((code) => `it ended with ${code}`),
  ]);
  const took = ((performance.now() - began) / 1000).toFixed(1);
  product.kill("SIGTERM");
  const hung = setTimeout(() => product.kill("SIGKILL"), 20_000);
  const code = await ended;
  clearTimeout(hung);
  const left = await fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => "it still answers",
    () => undefined,
  );
  const worked = /^(?:installing|building) .*$/m.exec(output)?.[0];
  return [
    {
      name: `${name} answers /readyz (${took} s)`,
      problems: ready === "ready" ? [] : [ready, output],
    },
    { name: `${name} finds everything built`, problems: worked ? [worked] : [] },
    {
      name: `${name} ends with 0 on SIGTERM`,
      problems: code === 0 ? [] : [`it ended with ${code}`, output],
    },
    { name: `${name} leaves nothing running`, problems: left ? [left] : [] },
  ];
}

/**
 * @param {number} port
 * @param {AbortSignal} signal
 * @returns {Promise<string>}
 */
async function untilReady(port, signal) {
  let last = "nothing answered";
  while (!signal.aborted) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal });
      if (response.status === 200) return "ready";
      last = `${response.status} ${await response.text()}`;
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return `not ready after 120 s: ${last}`;
}
