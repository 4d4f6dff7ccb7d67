import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { readExample } from "./example.ts";
import { logLine } from "./log.ts";

export type Caddy = Awaited<ReturnType<typeof startCaddy>>;

const asksEvery = "200ms";

const adaptExample = (port: number, addresses: readonly string[]) =>
  readExample("caddy/Caddyfile", [
    ["\tlog {", "\tadmin off\n\tauto_https off\n\tlog {"],
    ["paraline.example", `http://127.0.0.1:${port}`],
    ["10.0.0.11:3000 10.0.0.12:3000", addresses.join(" ")],
    ["health_interval 2s", `health_interval ${asksEvery}`],
  ]);

/** Caddy with the configuration of `deploy/`, but with other addresses and more frequent health checks. */
export async function startCaddy(
  program: string,
  folder: string,
  port: number,
  addresses: readonly string[],
) {
  const file = path.join(folder, "Caddyfile");
  await writeFile(file, adaptExample(port, addresses));
  const child = spawn(program, ["run", "--config", file, "--adapter", "caddyfile"], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ["ignore", "ignore", "pipe"],
  });
  // It ends when this process ends, for whatever reason.
  const kill = () => void child.kill("SIGKILL");
  process.once("exit", kill);
  const exited = once(child, "close");
  /** The result of the last check of an address that was logged. */
  const isUp = new Map<string, boolean>();
  const listeners = new Set<(line: string) => void>();
  let log = "";
  let unfinished = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    log += chunk;
    const lines = (unfinished + chunk).split("\n");
    unfinished = lines.pop() ?? "";
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

  const started = await Promise.race([
    untilLine((line) => line.includes("serving initial configuration")).then(() => true),
    exited.then(() => false),
  ]);
  if (!started) throw new Error(`Caddy did not start:\n${log}`);
  return {
    url: `http://127.0.0.1:${port}`,
    /** Everything that it has logged. */
    log: () => log,
    /** Resolves when the health checks have found an address up. */
    untilUp: async (address: string) =>
      isUp.get(address) === true
        ? Promise.resolve()
        : untilLine((line) => isAbout(line, address) && line.includes('"host is up"')).then(
            () => {},
          ),
    /** Resolves when a health check of an address fails. @returns Caddy's message about the failure */
    untilDown: (address: string) =>
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
