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
  // Long enough for a busy machine: they end what hangs, they judge no speed.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  forbidOnly: process.env.CI !== undefined,
  fullyParallel: true,
  // A journey that chance can fail is a bug, in the product or in the test. Only the other engines try again.
  retries: 0,
  // One more than cores: journeys also wait, the one about notifications for most of a minute.
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
    // Every frame of a transition is drawn by the CPU. The whole journey keeps them.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: chromium,
      args: [
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-quic",
        "--no-first-run",
        // A new page of a browser then starts no process, as long as another one is open.
        "--process-per-site",
      ],
    },
  },
  projects: [{ name: "chromium" }],
});
