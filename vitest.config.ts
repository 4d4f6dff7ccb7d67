import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tools/vitest/longest-first.ts";
import {
  onlyWhatMayDiffer,
  sortServerTests,
  sortWebTests,
} from "./tools/vitest/vitest-projects.ts";

const everywhere = {
  // There is one more than cores, because a test often waits for a process, a database or a clock.
  maxWorkers: Math.min(4, availableParallelism() + 1),
  // The limits are long enough for a busy machine: they end what hangs, and do not test speed.
  testTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
};

const root = fileURLToPath(new URL(".", import.meta.url));
const tests = sortServerTests(root);
const webTests = sortWebTests(root);

/**
 * One instance of the embedded database costs two seconds and some 400 MB, so the files of a worker share it: without
 * isolation, a worker and its globals are kept from file to file. A worker ends as soon as the next file belongs to
 * another project, so the sequencer keeps the files of a project together.
 */
const onDatabase = (database: "embedded" | "postgres", include: string[]) => ({
  // As in production: React's other build records where each element of each page and email was made.
  oxc: { jsx: { development: false } },
  test: {
    name: database,
    include,
    env: { TEST_DATABASE: database, NODE_ENV: "production" },
    setupFiles: ["tools/vitest/vitest-setup.ts"],
    pool: "forks" as const,
    ...everywhere,
    isolate: false,
    hookTimeout: 180_000,
  },
});

const embedded = onDatabase("embedded", onlyWhatMayDiffer ? tests.onEmbedded : tests.onDatabase);
const postgres = onDatabase("postgres", tests.onDatabase);

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "contract/**/*.test.ts",
            "tools/**/*.test.ts",
            "lab/insights/**/*.test.ts",
            ...tests.unit,
            ...webTests.unit,
          ],
          env: { TEST_DATABASE: "none" },
          setupFiles: ["tools/vitest/vitest-setup.ts"],
          ...everywhere,
          // Loading modules again for every file takes most of a unit test's time.
          isolate: false,
        },
      },
      {
        test: {
          name: "web",
          include: webTests.inDocument,
          environment: "jsdom",
          // Each file has its own context, and a worker prepares the modules once for all its files.
          pool: "vmForks",
          setupFiles: ["tools/vitest/vitest-setup.ts", "tools/vitest/vitest-setup-web.ts"],
          ...everywhere,
        },
      },
      { ...embedded, test: { ...embedded.test, globalSetup: ["tools/vitest/vitest-embedded.ts"] } },
      { ...postgres, test: { ...postgres.test, globalSetup: ["tools/vitest/vitest-postgres.ts"] } },
    ],
  },
});
