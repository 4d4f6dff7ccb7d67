import { loadavg } from "node:os";
import { createLongReading } from "../../lab/insights/long-reading.ts";
import { createGate } from "../../server/features/insights/checks/gate.ts";
import { verifyDraft } from "../../server/features/insights/checks/verify-draft.ts";
import { draftLocally } from "../../server/features/insights/engines/draft-locally.ts";
import { isMissed, milliseconds, printLines } from "./report.mjs";

const rounds = 3;
const [few, many] = [5, 50];
const maxRatio = 2;
const megabyte = 1024 * 1024;

/**
 * What the local engine and its checks take for the largest paraline: 50 people with 8 answers of 2,000 characters, also
 * compared with 5 people.
 *
 * @param {import("../../lab/insights/corpus.ts").CorpusCircle[]} corpus
 */
export async function measureLongest(corpus) {
  // The lists of words are loaded once in a process.
  await measure(corpus, few);
  const small = await measure(corpus, few);
  const large = await measure(corpus, many);
  const [load = 0] = loadavg();
  if (load > 1) console.log(`\nload ${load.toFixed(1)}: something else keeps this machine busy`);
  const ratio = large.cpuMs / many / (small.cpuMs / few);
  const plain = (/** @type {number} */ value) => value.toFixed(2);
  const size = (/** @type {number} */ bytes) => `${Math.round(bytes / megabyte)} MB`;
  const lines = [
    { name: "CPU time", value: large.cpuMs, show: milliseconds, bar: 3000 },
    { name: "memory above that of 5 people", value: large.bytes, show: size, bar: 150 * megabyte },
    {
      name: "CPU time for each person, to that of 5 people",
      value: ratio,
      show: plain,
      bar: maxRatio,
    },
  ];
  printLines(`The local engine on ${many} people with 8 full answers each`, lines);
  if (isMissed(lines)) process.exitCode = 1;
}

/** @param {import("../../lab/insights/corpus.ts").CorpusCircle[]} corpus @param {number} people */
async function measure(corpus, people) {
  const before = process.memoryUsage.rss();
  let peak = before;
  let cpuMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const prepared = createLongReading(corpus, people);
    const used = process.cpuUsage();
    const gate = createGate(prepared);
    verifyDraft(prepared, draftLocally(prepared, gate), "local", gate);
    const { user, system } = process.cpuUsage(used);
    cpuMs = Math.min(cpuMs, (user + system) / 1000);
    peak = Math.max(peak, process.memoryUsage.rss());
  }
  return { cpuMs, bytes: peak - before };
}
