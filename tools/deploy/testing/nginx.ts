import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../../../server/testing/free-port.ts";
import { readExample } from "./example.ts";

const kindsOfFiles = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

/** nginx with the configuration of `deploy/`, but with other addresses and without a certificate. */
export async function startNginx(program: string, addresses: readonly string[]) {
  const folder = await mkdtemp(path.join(tmpdir(), "paraline-nginx-"));
  const inFolder = (name: string) => path.join(folder, name);
  const [port, redirectingPort] = [await freePort(), await freePort()];
  const site = readExample("nginx/paraline.conf", [
    ["listen 80;", `listen 127.0.0.1:${redirectingPort};`],
    ["listen 443 ssl;", `listen 127.0.0.1:${port};`],
    ["ssl_certificate /etc/ssl/paraline.pem;", ""],
    ["ssl_certificate_key /etc/ssl/paraline.key;", ""],
    ["/etc/nginx/paraline-processes.conf", inFolder("processes.conf")],
    ["/var/log/nginx/error.log", inFolder("error.log")],
  ]);
  await writeFile(
    inFolder("processes.conf"),
    addresses.map((address) => `server ${address} max_fails=1 fail_timeout=5s;\n`).join(""),
  );
  // The rest is as in distributions: every request and every error is logged unless the example says otherwise.
  await writeFile(
    inFolder("nginx.conf"),
    [
      "daemon off;",
      "master_process off;",
      `pid ${inFolder("nginx.pid")};`,
      `error_log ${inFolder("error.log")} notice;`,
      "events {}",
      "http {",
      `access_log ${inFolder("access.log")};`,
      ...kindsOfFiles.map((kind) => `${kind}_temp_path ${inFolder(kind)};`),
      site,
      "}",
    ].join("\n"),
  );
  const child = spawn(program, ["-e", inFolder("error.log"), "-c", inFolder("nginx.conf")], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  // It ends when this process ends, for whatever reason.
  const kill = () => void child.kill("SIGKILL");
  process.once("exit", kill);
  const exited = once(child, "close");
  let complaints = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    complaints += chunk;
  });
  let stopping: Promise<string> | undefined;
  async function stop(): Promise<string> {
    // It has logged all requests that it has answered.
    child.kill("SIGTERM");
    await exited;
    process.removeListener("exit", kill);
    const logs = ["access.log", "error.log"].map((name) => readFile(inFolder(name), "utf8"));
    const log = (await Promise.all(logs)).join("");
    await rm(folder, { recursive: true });
    return log;
  }
  const nginx = {
    url: `http://127.0.0.1:${port}`,
    /** The address that serves http instead of the example's https. */
    redirectingUrl: `http://127.0.0.1:${redirectingPort}`,
    /** From now on, each request for which nginx would write anything into a file fails. */
    async forbidFiles() {
      for (const kind of kindsOfFiles) await rm(inFolder(kind), { recursive: true });
    },
    /** Can be called again. @returns everything that it has logged */
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
  while (!(await isListening(port))) {
    if (child.exitCode !== null) {
      await nginx.stop();
      throw new Error(`nginx did not start:\n${complaints}`);
    }
    await setTimeout(20);
  }
  return nginx;
}

/** Whether something accepts connections there. */
async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
