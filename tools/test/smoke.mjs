import { spawn } from "node:child_process";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "../../server/testing/free-port.ts";
import { listProcessTree } from "../process-tree.mjs";
import { inRoot } from "../run.mjs";
import { untilReady } from "../until-ready.mjs";

/**
 * Starts the product twice with `npm start`, in a folder of its own, and checks that it becomes ready without
 * rebuilding, stops when npm is asked to stop, leaves nothing running, and opens the data of the first run. Then starts
 * it with `npm run dev`, and checks that its pages find everything that they reference.
 * @returns {Promise<{ name: string, problems: string[] }[]>}
 */
export async function checkStart() {
  await using temporary = await mkdtempDisposable(path.join(tmpdir(), "paraline-smoke-"));
  const folder = temporary.path;
  return [
    ...checkProductionStart("the first start", await startAndStop("start", folder), folder),
    ...checkProductionStart("the second start", await startAndStop("start", folder), folder),
    ...checkDevelopmentStart(await startAndStop("dev", folder, listMissing)),
  ];
}

/**
 * @typedef {object} Run
 * @property {string | undefined} problem why it was not ready
 * @property {number} tookMs until it was
 * @property {number} below how many processes ran below npm then
 * @property {number} port
 * @property {number | null} code npm's exit code
 * @property {boolean} isLeft whether something still answers
 * @property {string[]} found by `look`
 * @property {string} output
 */

/**
 * @param {string} name
 * @param {Run} run
 * @param {string} folder
 */
function checkProductionStart(
  name,
  { problem, tookMs, below, port, code, isLeft, output },
  folder,
) {
  const said = [
    `Paraline is ready: http://localhost:${port}\n`,
    `database: embedded, in ${folder}\n`,
  ];
  const worked = /^(?:installing|building) .*$/m.exec(output)?.[0];
  return [
    {
      name: `${name} answers /readyz (${(tookMs / 1000).toFixed(1)} s)`,
      problems: problem === undefined ? [] : [problem, output],
    },
    {
      name: `${name} leaves nothing beside npm but the server`,
      problems: below > 1 ? [`${below} processes ran below npm`] : [],
    },
    { name: `${name} finds everything built`, problems: worked ? [worked] : [] },
    {
      name: `${name} says where to open it and what is on its default`,
      problems: said.every((words) => output.includes(words)) ? [] : [output],
    },
    {
      name: `${name} ends with 0 on SIGTERM`,
      problems: code === 0 ? [] : [`it ended with ${code}`, output],
    },
    { name: `${name} leaves nothing running`, problems: isLeft ? ["it still answers"] : [] },
  ];
}

/** @param {Run} run */
function checkDevelopmentStart({ problem, isLeft, found, output }) {
  return [
    {
      name: "npm run dev answers /readyz",
      problems: problem === undefined ? [] : [problem, output],
    },
    { name: "npm run dev has everything that its pages name", problems: found },
    { name: "npm run dev leaves nothing running", problems: isLeft ? ["it still answers"] : [] },
  ];
}

/**
 * @param {string} script of package.json
 * @param {string} folder
 * @param {(origin: string) => Promise<string[]>} [look] called while it runs
 * @returns {Promise<Run>}
 */
async function startAndStop(script, folder, look) {
  const port = await freePort();
  const began = performance.now();
  const product = spawn("npm", ["run", script], {
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

  const timeout = AbortSignal.timeout(300_000);
  const problem = await Promise.race([
    untilReady(port, timeout),
    ended.then((code) => `it ended with ${code}`),
  ]);
  const tookMs = performance.now() - began;
  const below = product.pid === undefined ? 0 : listProcessTree(product.pid).length - 1;
  // It answers before the jobs start, and logs that it is ready after that. If it is stopped in between, it never does.
  while (problem === undefined && !output.includes("Paraline is ready") && !timeout.aborted) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const found = look && problem === undefined ? await look(`http://127.0.0.1:${port}`) : [];
  product.kill("SIGTERM");
  const hung = setTimeout(() => product.kill("SIGKILL"), 60_000);
  const code = await ended;
  clearTimeout(hung);
  const isLeft = await fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => true,
    () => false,
  );
  return { problem, tookMs, below, port, code, isLeft, found, output };
}

/**
 * Addresses that the signed-in app's frame and the landing page reference and that do not respond.
 * @param {string} origin
 */
async function listMissing(origin) {
  const missing = [];
  for (const page of ["/auth", "/"]) {
    const html = await (await fetch(origin + page)).text();
    const named = [...html.matchAll(/<(?:link|script)\b[^>]*?\s(?:href|src)="(\/[^"]*)"/g)];
    if (named.length === 0) missing.push(`${page} names nothing`);
    for (const [, address] of named) {
      const { status } = await fetch(origin + address);
      if (status !== 200) missing.push(`${page}: ${address} answers ${status}`);
    }
  }
  return missing;
}
