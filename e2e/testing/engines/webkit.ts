import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePortFrom } from "../product.ts";
import {
  describeUnrunnable,
  type EngineBrowser,
  engineStartsWithinMs,
  engineWindow,
  typedKeys,
} from "./browser.ts";

/** The key of an element reference in WebDriver. Source: https://www.w3.org/TR/webdriver2/#elements */
const elementKey = "element-6066-11e4-a52e-4f735466cecf";
const driverStartsWithinMs = 30_000;
/** The driver may never answer a script that was sent while one page replaced another. */
const driverAnswersWithinMs = 20_000;

interface WebKitPrograms {
  driver: string;
  browser: string;
}

/**
 * WebKitGTK's own small browser on a virtual screen, driven by its WebDriver.
 * @param programs paths of the driver and the browser, and the first port to try for the driver; Xvfb has to be on PATH
 */
export async function startWebKit(
  programs: WebKitPrograms & { firstPort: number },
): Promise<EngineBrowser> {
  const running: ChildProcess[] = [];
  try {
    return await start(programs, running);
  } catch (error) {
    for (const child of running) await ended(child);
    throw error;
  }
}

/** Why this machine cannot run WebKit, whatever {@link startWebKit} does; undefined if it can. */
export async function describeUnrunnableWebKit({
  driver,
  browser,
}: WebKitPrograms): Promise<string | undefined> {
  const screen = startScreen();
  try {
    const display = await firstOutput(screen);
    return (
      describeUnrunnable(driver, { args: ["--help"] }) ??
      describeUnrunnable(browser, { env: { DISPLAY: `:${display}` } })
    );
  } catch (error) {
    return String(error);
  } finally {
    await ended(screen);
  }
}

async function start(
  programs: WebKitPrograms & { firstPort: number },
  running: ChildProcess[],
): Promise<EngineBrowser> {
  const folder = await mkdtemp(path.join(tmpdir(), "paraline-webkit-"));
  // The browser's toolbar would make the window wider than a phone.
  await mkdir(path.join(folder, "gtk-3.0"));
  await writeFile(path.join(folder, "gtk-3.0", "gtk.css"), "* { min-width: 0; }");
  const screen = startScreen();
  running.push(screen);
  const display = await firstOutput(screen);
  const port = await freePortFrom(programs.firstPort);
  const driver = spawn(programs.driver, [`--port=${port}`, "--host=127.0.0.1"], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_CONFIG_HOME: folder,
      XDG_RUNTIME_DIR: folder,
      DISPLAY: `:${display}`,
    },
    stdio: "ignore",
  });
  running.push(driver);
  await once(driver, "spawn");

  async function call<Value>(
    method: "GET" | "POST" | "DELETE",
    at: string,
    body?: object,
    withinMs = driverAnswersWithinMs,
  ) {
    const response = await fetch(`http://127.0.0.1:${port}${at}`, {
      method,
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(withinMs),
    });
    const { value } = (await response.json()) as { value: Value & { message?: string } };
    if (!response.ok) throw new Error(`${method} ${at}: ${value.message}`);
    return value;
  }

  await untilListening(`http://127.0.0.1:${port}/status`);
  const capabilities = {
    alwaysMatch: {
      pageLoadStrategy: "none",
      "webkitgtk:browserOptions": { binary: programs.browser, args: ["--automation"] },
    },
  };
  const { sessionId } = await call<{ sessionId: string }>(
    "POST",
    "/session",
    { capabilities },
    engineStartsWithinMs,
  );
  const session = `/session/${sessionId}`;

  const read = <Value>(body: string, args: unknown[] = []) =>
    call<Value>("POST", `${session}/execute/sync`, { script: body, args });

  const size = () =>
    read<{ width: number; height: number }>("return { width: innerWidth, height: innerHeight }");
  await call("POST", `${session}/window/rect`, engineWindow);
  const inner = await size();
  await call("POST", `${session}/window/rect`, {
    width: 2 * engineWindow.width - inner.width,
    height: 2 * engineWindow.height - inner.height,
  });

  return {
    read,
    async click(selector) {
      const found = await call<Record<string, string>>("POST", `${session}/element`, {
        using: "css selector",
        value: selector,
      });
      await read("arguments[0].scrollIntoView({ block: 'center' })", [found]);
      await call("POST", `${session}/element/${found[elementKey]}/click`, {});
    },
    type: (text) =>
      call("POST", `${session}/actions`, {
        actions: [
          {
            type: "key",
            id: "keyboard",
            actions: typedKeys(text).map(({ down, key }) => ({
              type: down ? "keyDown" : "keyUp",
              value: key,
            })),
          },
        ],
      }),
    async close() {
      await call("DELETE", session).catch(() => undefined);
      for (const child of running.reverse()) await ended(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function startScreen(): ChildProcess {
  return spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "1280x1024x24"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
}

function firstOutput(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${child.spawnfile} ended with ${code}`)));
    child.stdout?.setEncoding("utf8").once("data", (text: string) => resolve(text.trim()));
  });
}

async function untilListening(url: string): Promise<void> {
  const until = performance.now() + driverStartsWithinMs;
  for (;;) {
    const status = await fetch(url)
      .then(({ ok }) => ok)
      .catch(() => false);
    if (status) return;
    if (performance.now() > until) throw new Error("The driver of WebKit did not start in time.");
    await pause(50);
  }
}

async function ended(child: ChildProcess): Promise<void> {
  const isRunning = child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  if (!isRunning) return;
  await new Promise((resolve) => {
    child.once("exit", resolve);
    child.kill("SIGKILL");
  });
}
