import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { inRoot } from "../run.mjs";
import { logLine } from "./log.ts";

/** Caddy with the configuration that docs/operating.md recommends, in front of other addresses and asking more often. */
export interface ReverseProxy {
  url: string;
  /** Resolves when an address is up, as far as the health checks have found. */
  untilUp(address: string): Promise<void>;
  /** Resolves when a health check of an address fails. @returns how, in Caddy's words */
  untilDown(address: string): Promise<string>;
  stop(): Promise<void>;
}

const asksEvery = "200ms";

/** The example of docs/operating.md, which this changes only where it has to differ in a test. */
export function adaptExample(port: number, addresses: readonly string[]): string {
  const page = readFileSync(inRoot("docs", "operating.md"), "utf8");
  const example = /```caddyfile\n(.+?)```/s.exec(page)?.[1];
  if (example === undefined) throw new Error("docs/operating.md has no Caddyfile any more.");
  const replace = (text: string, from: string, to: string) => {
    if (!text.includes(from)) throw new Error(`The Caddyfile lacks ${from}.`);
    return text.replace(from, to);
  };
  const changes = [
    ["paraline.example", `http://127.0.0.1:${port}`],
    ["10.0.0.11:3000 10.0.0.12:3000", addresses.join(" ")],
    ["health_interval 2s", `health_interval ${asksEvery}`],
  ] as const;
  const site = changes.reduce((text, [from, to]) => replace(text, from, to), example);
  return `{\n\tadmin off\n\tauto_https off\n}\n\n${site}`;
}

export async function startProxy(
  caddy: string,
  folder: string,
  port: number,
  addresses: readonly string[],
): Promise<ReverseProxy> {
  const file = path.join(folder, "Caddyfile");
  await writeFile(file, adaptExample(port, addresses));
  const child = spawn(caddy, ["run", "--config", file, "--adapter", "caddyfile"], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ["ignore", "ignore", "pipe"],
  });
  // It ends when this process ends, for whatever reason.
  const kill = () => void child.kill("SIGKILL");
  process.once("exit", kill);
  const exited = once(child, "exit");
  /** What the last check of an address found that said something. */
  const isUp = new Map<string, boolean>();
  const listeners = new Set<(line: string) => void>();
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (log + chunk).split("\n");
    log = lines.pop() ?? "";
    for (const line of lines) {
      logLine("caddy", line);
      const [, address = ""] = /health_checker.*"host":"([^"]+)"/.exec(line) ?? [];
      if (address !== "") isUp.set(address, line.includes('"host is up"'));
      for (const listen of listeners) listen(line);
    }
  });
  const untilLine = (is: (line: string) => boolean) =>
    new Promise<string>((resolve) => {
      const listen = (line: string) => {
        if (!is(line)) return;
        listeners.delete(listen);
        resolve(line);
      };
      listeners.add(listen);
    });

  const said: string[] = [];
  listeners.add((line) => void said.push(line));
  const started = await Promise.race([
    untilLine((line) => line.includes("serving initial configuration")).then(() => true),
    exited.then(() => false),
  ]);
  if (!started) throw new Error(`Caddy did not start:\n${said.join("\n")}`);
  return {
    url: `http://127.0.0.1:${port}`,
    untilUp: async (address) =>
      isUp.get(address) === true
        ? Promise.resolve()
        : untilLine((line) => isAbout(line, address) && line.includes('"host is up"')).then(
            () => {},
          ),
    untilDown: (address) =>
      untilLine((line) => isAbout(line, address) && !line.includes('"host is up"')),
    async stop() {
      kill();
      await exited;
      process.removeListener("exit", kill);
    },
  };
}

/** A line about a health check, since nothing else names an upstream this way. */
const isAbout = (line: string, address: string) =>
  line.includes("health_checker") && line.includes(`"host":"${address}"`);
