// What `npm run` starts: `command.mjs NAME` runs the script of that command, or prints what the command does on --help.
import { readFileSync } from "node:fs";
import { inRoot } from "./run.mjs";

// This is plain JavaScript for any Node from 20.19 on, because it runs on a fresh clone.

/**
 * @typedef {object} Command
 * @property {string} script
 * @property {string[]} [args] those that come before the caller's
 * @property {string} [usage] what --help prints after the command's own line
 */

/** @type {Record<string, Command>} */
const commands = {
  start: {
    script: "start.mjs",
    usage: "Installs and builds what is missing, and starts the product until SIGTERM or Ctrl+C.",
  },
  test: {
    script: "test.mjs",
    usage: `Builds and checks everything, and runs all tests. Exits with 0 if all passed.

  npm test -- PART …       only these: build, checks, bundle, start, programs, vitest, e2e
  npm test -- --changed    only what your branch changes
  npm test -- --all        every test of the server on both databases`,
  },
  "test:all": {
    script: "test.mjs",
    args: ["--all"],
    usage: "The same as npm test, with every test of the server on both databases.",
  },
  "test:pooler": {
    script: "test-pooler.mjs",
    usage: `Runs the tests on PostgreSQL through PgBouncer.

  npm run test:pooler -- FILE …    only these test files`,
  },
  dev: {
    script: "dev.mjs",
    usage: "Starts the product from its sources: it restarts and reloads as you edit.",
  },
  build: { script: "build.mjs", usage: "Builds what npm start builds, into dist/." },
  check: { script: "check.mjs", usage: "Builds, and checks format, lint, types and import rules." },
  "check:deploy": {
    script: "check-deploy.mjs",
    usage: "Checks the files of deploy/ with the programs that use them.",
  },
  languages: {
    script: "languages.mjs",
    usage: `Helps to add a language for invitees, as docs/languages.md describes.

  npm run languages -- add sv      copies the English texts
  npm run languages -- check sv    lists the texts that are still in English
  npm run languages -- sheet sv    writes every page and email into one file`,
  },
  settings: {
    script: "commands/settings.mjs",
    usage: "Writes .env.example from the code.",
  },
  sbom: {
    script: "sbom.mjs",
    usage: "Prints all packages that the product uses, as CycloneDX.",
  },
  bench: suite(
    "load",
    "Measures how much load a server carries, on the embedded database and on PostgreSQL.",
  ),
  "bench:insights": {
    script: "bench/bench-insights.mjs",
    usage: `Measures how good the insights of every configured engine are (INSIGHTS_MODEL names a model). Exits with 1 when the
local engine misses a bar. With --limit or --part tuning no bar is judged.

  --part held_out    only the circles that the local engine was not changed for (or: tuning)
  --limit 20         only this many, spread over the corpus
  --json             everything as JSON
  --misses           what was missed, only for the circles that the engine may be changed by`,
  },
  "bench:auth": suite(
    "auth",
    "Makes 10,000 generated calls to the paths of /auth/v1. FUZZ_RUNS is another number, FUZZ_SEED another seed.",
  ),
  "bench:billing": suite(
    "billing",
    "Kills the product 100 times (BILLING_KILLS) during payments and refunds, on each database.",
  ),
  "bench:growth": suite(
    "growth",
    `Counts the blocks that each call and each scheduled job reads with 1,000, 100,000 and 1,000,000 paralines stored. The
largest takes 20 minutes and 9 GB. GROWTH_RUNGS=1000,10000 are other numbers.`,
  ),
  "bench:cost": {
    script: "../lab/cost.mjs",
    usage: `Estimates what a number of paralines a year would need and cost. It prints its inputs; each can be given:

  npm run bench:cost -- --circles 1000000`,
  },
  "bench:replicas": suite(
    "replicas",
    "Runs 2,000 journeys (PROCESS_JOURNEYS) through four processes that are killed meanwhile.",
  ),
  ...Object.fromEntries(
    [
      "account",
      "backup",
      "covers:move",
      "data:move",
      "doctor",
      "keys:rotate",
      "restore",
      "secret:rotate",
      "stripe:setup",
    ].map((name) => [name, { script: "commands/run-command.mjs", args: [name.replace(":", "-")] }]),
  ),
};

/**
 * @param {string} name
 * @param {string} usage
 * @returns {Command}
 */
function suite(name, usage) {
  return { script: "../lab/run-suite.mjs", args: [name], usage };
}

const [name = "", ...given] = process.argv.slice(2);
const command = commands[name];
if (command === undefined) throw new Error(`There is no command ${name}.`);
const { script, args = [], usage } = command;
if (given.includes("--help")) {
  const own = ["start", "test"].includes(name) ? `npm ${name}` : `npm run ${name}`;
  console.log(usage === undefined ? usageOfServer(args[0] ?? "") : `${own}\n\n${usage}`);
} else {
  // The script finds its arguments as if it had been started itself.
  const file = inRoot("tools", script);
  process.argv.splice(1, process.argv.length, file, ...args, ...given);
  await import(`./${script}`);
}

/** @param {string} name of an operators' command */
function usageOfServer(name) {
  return JSON.parse(readFileSync(inRoot("server/commands/usages.json"), "utf8"))[name].join("\n");
}
