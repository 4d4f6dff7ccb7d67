import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { freePort } from "#server/testing/free-port.ts";
import { listen } from "#server/testing/listen.ts";
import { listenWhileDraining, stopGracefully, waitFor } from "./stop.ts";

/** A server whose responses the test sends, called over a connection that is kept open. */
async function startServer() {
  const asked = Promise.withResolvers<() => void>();
  const server = createServer((_request, response) => asked.resolve(() => response.end("done")));
  const { port } = await listen(server);
  onTestFinished(() => void server.closeAllConnections());
  const call = request({ port, host: "127.0.0.1", headers: { Connection: "keep-alive" } });
  const outcome = new Promise<string>((resolve) => {
    call.on("error", () => resolve("cut off"));
    call.on("response", (response) => {
      response.resume().on("end", () => resolve("answered"));
    });
  });
  call.end();
  return { server, outcome, answer: await asked.promise };
}

/** What a process owns once it has started. */
const started = async (steps: string[]) => ({ close: async () => void steps.push("closed") });

test("a stop waits for a request in progress, and then closes the database", async () => {
  const { server, outcome, answer } = await startServer();
  const steps: string[] = [];
  const stopped = stopGracefully(server, started(steps), 60_000);
  expect(server.listening).toBe(false);
  expect(steps).toEqual([]);
  answer();
  expect(await outcome).toBe("answered");
  await stopped;
  expect(steps).toEqual(["closed"]);
});

test("a request that never ends is cut off, and the database is closed nevertheless", async () => {
  const { server, outcome } = await startServer();
  const steps: string[] = [];
  await stopGracefully(server, started(steps), 1);
  expect(await outcome).toBe("cut off");
  expect(steps).toEqual(["closed"]);
});

test("a stop during a start waits for it, and closes what it has opened", async () => {
  const server = createServer();
  const steps: string[] = [];
  const start = Promise.withResolvers<{ close(): Promise<void> }>();
  const stopped = stopGracefully(server, start.promise, 60_000);
  start.resolve(started(steps));
  await stopped;
  expect(steps).toEqual(["closed"]);
});

test("a start that does not finish does not prevent a stop", async () => {
  await stopGracefully(createServer(), Promise.withResolvers<never>().promise, 1);
});

describe("a process that drains", () => {
  async function serveDraining() {
    const listener = listenWhileDraining(
      (_request, response) => response.end("served"),
      (_request, response) => response.writeHead(503).end("stopping"),
    );
    const server = createServer(listener);
    onTestFinished(() => void server.close());
    return (await listen(server)).url;
  }

  test("serves as before, says so only at /readyz, and keeps no connection open", async () => {
    const url = await serveDraining();
    for (const [path, status, text] of [
      ["/readyz", 503, "stopping"],
      ["/readyz?from=proxy", 503, "stopping"],
      ["/", 200, "served"],
      ["/healthz", 200, "served"],
    ] as const) {
      const response = await fetch(`${url}${path}`, { headers: { Connection: "keep-alive" } });
      expect([path, response.status, await response.text()]).toEqual([path, status, text]);
      expect(response.headers.get("Connection"), path).toBe("close");
    }
  });

  test("waits for its time, or until the wait is ended", async () => {
    await waitFor(0).over;
    const wait = waitFor(3600);
    wait.end();
    await wait.over;
  });
});

test("a process that is stopped while it is still loading exits with code 0", async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), "paraline-stop-"));
  onTestFinished(() => rm(dataFolder, { recursive: true, force: true }));
  // The signal is sent when the entry begins to load the rest, not after a certain time.
  const stopsItself = `data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from "node:module";
    registerHooks({
      resolve(specifier, context, next) {
        if (specifier.endsWith("serve.js")) process.kill(process.pid, "SIGTERM");
        return next(specifier, context);
      },
    });
  `)}`;
  const child = spawn(process.execPath, ["--import", stopsItself, "dist/server/main.js"], {
    env: { DATA_DIR: dataFolder, PORT: String(await freePort()), LOG_LEVEL: "warn" },
    stdio: "ignore",
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  expect(await once(child, "exit")).toEqual([0, null]);
});
