import { spawn } from "node:child_process";
import { freePort } from "../../server/testing/free-port.ts";
import { serverArguments, serverEnvironment } from "../server-process.mjs";
import { untilReady } from "../until-ready.mjs";
import { benchSecret } from "./load/sample.mjs";

/**
 * @typedef {{ port: number, pid: number, stop: () => Promise<void> }} RunningProduct
 */

/**
 * Starts the built product as `npm start` does, with everything unlocked and default settings except for its folder and
 * port.
 * @param {{ dataDir: string, databaseUrl: string | undefined, role?: "all" | "web" }} place
 * @returns {Promise<RunningProduct>}
 */
export async function startProduct({ dataDir, databaseUrl, role = "all" }) {
  const port = await freePort();
  const product = spawn(process.execPath, serverArguments, {
    // It does not run in the project's root, where a .env may be the developer's own.
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      ...serverEnvironment,
      PORT: String(port),
      DATA_DIR: dataDir,
      APP_SECRET: benchSecret,
      BILLING: "off",
      ROLE: role,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [product.stdout, product.stderr]) {
    stream.on("data", (chunk) => {
      output = (output + chunk).slice(-5000);
    });
  }
  /** @type {Promise<string>} */
  const ended = new Promise((resolve) => {
    product.once("exit", (code) => resolve(`the product ended with ${code}:\n${output}`));
  });
  // The product ends when this process ends, for whatever reason.
  const kill = () => product.kill("SIGKILL");
  process.once("exit", kill);

  const problem = await Promise.race([untilReady(port, AbortSignal.timeout(60_000)), ended]);
  const { pid } = product;
  if (problem !== undefined || pid === undefined) {
    kill();
    throw new Error(problem ?? "the product did not start");
  }
  return {
    port,
    pid,
    async stop() {
      product.kill("SIGTERM");
      const hung = setTimeout(kill, 20_000);
      await ended;
      clearTimeout(hung);
      process.removeListener("exit", kill);
    },
  };
}
