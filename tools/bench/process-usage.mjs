import { readdirSync, readFileSync } from "node:fs";

/** What processes have used so far, read from /proc; undefined if there is none (not Linux) or they have ended. */

/** Linux reports CPU time in hundredths of a second, whatever the kernel's own clock rate. */
const ticksPerSecond = 100;

/**
 * Seconds of CPU time that a process has used, including all its threads and its ended children.
 * @param {number} pid
 */
export function cpuSeconds(pid) {
  const stat = statOf(pid);
  return stat && (stat.utime + stat.stime + stat.cutime + stat.cstime) / ticksPerSecond;
}

/**
 * The same for a process and everything it has started.
 * @param {number} pid
 * @returns {number | undefined}
 */
export function cpuSecondsOfTree(pid) {
  const own = cpuSeconds(pid);
  if (own === undefined) return undefined;
  return descendantsOf(pid).reduce((sum, child) => sum + (cpuSeconds(child) ?? 0), own);
}

/**
 * Megabytes (10^6) in memory.
 * @param {number} pid
 */
export function residentMegabytes(pid) {
  return megabytesOf(pid, /^VmRSS:\s+(\d+)/m);
}

/**
 * The most megabytes in memory so far.
 * @param {number} pid
 */
export function peakMegabytes(pid) {
  return megabytesOf(pid, /^VmHWM:\s+(\d+)/m);
}

/** @param {number} pid @param {RegExp} line */
function megabytesOf(pid, line) {
  try {
    const kilobytes = line.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kilobytes === undefined ? undefined : (Number(kilobytes) * 1024) / 1e6;
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
export function parentOf(pid) {
  return statOf(pid)?.ppid;
}

/** @param {number} pid */
export function nameOf(pid) {
  return statOf(pid)?.name;
}

/**
 * The processes that a process has started and that have not ended, with those that they have started.
 * @param {number} pid
 * @returns {number[]}
 */
export function descendantsOf(pid) {
  return readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((child) => statOf(child)?.ppid === pid)
    .flatMap((child) => [child, ...descendantsOf(child)]);
}

/** @param {number} pid */
function statOf(pid) {
  let text;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return undefined;
  }
  // The name is in brackets and may contain anything.
  const name = text.slice(text.indexOf("(") + 1, text.lastIndexOf(")"));
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const field = (/** @type {number} */ place) => Number(fields[place - 3]);
  return {
    name,
    ppid: field(4),
    utime: field(14),
    stime: field(15),
    cutime: field(16),
    cstime: field(17),
  };
}
