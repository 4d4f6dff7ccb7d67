import { loadavg } from "node:os";
import { createLongReading } from "../../server/features/insights/corpus/long-reading.ts";
import { createLocalEngine } from "../../server/features/insights/engines/engine-local.ts";
import { isMissed, milliseconds, printLines } from "./report.mjs";

const rounds = 5;

/**
 * How long the local engine takes for the longest circle for which one second is promised.
 *
 * @param {import("../../server/features/insights/corpus/corpus.ts").CorpusCircle[]} corpus
 */
export async function measureLongest(corpus) {
  const engine = createLocalEngine();
  const reading = createLongReading(corpus);
  const answers = reading.people.flatMap((person) => person.answers);
  const times = [];
  const usedBefore = process.cpuUsage();
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await engine.generate(reading, async () => {});
    times.push(performance.now() - began);
  }
  const used = process.cpuUsage(usedBefore);
  const cpuMs = (used.user + used.system) / 1000 / rounds;
  const [load = 0] = loadavg();
  if (load > 1) {
    console.log(
      `\nload ${load.toFixed(1)}: something else keeps this machine busy, only the CPU time means something`,
    );
  }
  const sorted = times.toSorted((a, b) => a - b);
  const bar = load > 1 ? undefined : 1000;
  const lines = [
    { name: "median", value: sorted[(rounds - 1) / 2], show: milliseconds, bar },
    { name: "slowest", value: sorted.at(-1), show: milliseconds, bar },
    { name: "CPU time of each", value: cpuMs, show: milliseconds, bar: 1000 },
  ];
  printLines(
    `The local engine on ${reading.people.length} people with ${answers.length / reading.people.length} full answers each`,
    lines,
  );
  if (isMissed(lines)) process.exitCode = 1;
}
