import { readdirSync, readFileSync } from "node:fs";

/** Linux reports CPU time in hundredths of a second, whatever the kernel's own clock rate. */
const ticksPerSecond = 100;
const pageBytes = 4096;

/**
 * A process and all that it has started: the seconds of CPU time that each has used, its ended children included, and
 * the megabytes (10^6) that it has in memory.
 * From /proc, so it is empty on other systems than Linux.
 * @param {number} root
 * @returns {{ pid: number, parent: number, cpuSeconds: number, megabytes: number }[]}
 */
export function listProcessTree(root) {
  const all = listNumbers("/proc").flatMap((pid) => readProcess(pid) ?? []);
  const tree = all.filter(({ pid }) => pid === root);
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return tree;
}

/** @param {number} pid */
export function readProcess(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name before the last bracket may contain anything.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return {
      pid,
      parent: Number(fields[1]),
      cpuSeconds: ticks / ticksPerSecond,
      megabytes: (Number(fields[21]) * pageBytes) / 1e6,
    };
  } catch {
    return undefined;
  }
}

/** @param {string} folder */
function listNumbers(folder) {
  try {
    return readdirSync(folder).map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}
