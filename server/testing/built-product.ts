import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { testAppSecret } from "./secrets.ts";

/** The flags with which every way to run the product starts it. */
const flags: string[] = JSON.parse(readFileSync("tools/server-flags.json", "utf8"));

export type BuiltProduct = ReturnType<typeof spawnBuiltProduct>;

/**
 * Starts the product as people run it, in a separate process, which ends with the test at the latest. Call it in a test.
 * @param environment further variables; nothing of this process's own environment is passed on
 */
export function spawnBuiltProduct(
  port: number,
  environment: { DATA_DIR: string; [setting: string]: string },
) {
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [...flags, "dist/server/main.js"], {
    env: {
      // `npm start` does this, too, because compiling the imports takes a quarter of a start.
      NODE_COMPILE_CACHE: ".cache/node",
      PORT: String(port),
      PUBLIC_URL: url,
      APP_SECRET: testAppSecret,
      RATE_LIMITS: "off",
      LOG_LEVEL: "warn",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    url,
    process: child,
    /** Everything it has written so far. */
    output: () => output,
    /**
     * Waits until it answers at a path.
     * @throws Error with its output if it ends before that
     */
    async until(path: string) {
      while (!hasEnded()) {
        const answer = await fetch(`${url}${path}`).catch(() => undefined);
        if (answer?.ok) return;
        await setTimeout(50);
      }
      throw new Error(`The product ended before ${path} answered:\n${output}`);
    },
    async kill() {
      child.kill("SIGKILL");
      if (!hasEnded()) await once(child, "exit");
    },
  };
}
