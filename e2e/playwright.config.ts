import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig, devices } from "@playwright/test";

const inRoot = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** `npm test` finds or installs a browser and sets its path; when run by hand, the default location is used. */
const chromium =
  process.env.CHROMIUM_PATH ??
  ["chromium-headless-shell", "chromium", "google-chrome"]
    .map((name) => `/usr/bin/${name}`)
    .find((file) => existsSync(file));

export default defineConfig({
  testDir: ".",
  globalSetup: inRoot("e2e/testing/empty-data.ts"),
  outputDir: inRoot("test-results"),
  // Time limits are long enough for a busy machine: they end what hangs, and do not test speed.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  forbidOnly: process.env.CI !== undefined,
  fullyParallel: true,
  // A journey that fails by chance is a bug, in the product or in the test. Only those in other engines are retried.
  retries: 0,
  // There is one more than cores, because journeys also wait, the one about notifications for most of a minute.
  workers: Math.min(4, availableParallelism() + 1),
  reporter: process.env.E2E_REPORT
    ? [["list"], ["json", { outputFile: process.env.E2E_REPORT }]]
    : [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
    // Recording takes a fifth of the CPU. To see what a journey did: `--trace on`.
    trace: "off",
    screenshot: "only-on-failure",
    // The CPU draws every frame of a transition. Only the whole journey has transitions.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: chromium,
      args: [
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-quic",
        "--no-first-run",
        // With this, a new page of a browser does not start a process as long as another one is open.
        "--process-per-site",
        // A page is soon closed, so optimizing its scripts takes more CPU time than it saves.
        "--js-flags=--no-opt --no-maglev",
      ],
    },
  },
  projects: [{ name: "chromium" }],
});
