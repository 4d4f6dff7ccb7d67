import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** What takes many minutes and is no part of `npm test`; see `run-suite.mjs`. */
export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    include: ["lab/load/*.test.ts", "lab/processes/*.test.ts"],
    env: { TEST_DATABASE: "none" },
    setupFiles: ["tools/vitest/vitest-setup.ts"],
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 3_600_000,
    disableConsoleIntercept: true,
  },
});
