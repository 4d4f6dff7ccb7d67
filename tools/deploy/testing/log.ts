import { appendFileSync } from "node:fs";

const file = process.env.PROCESS_LOG;
const latest: string[] = [];

/**
 * Keeps the output of a process for the message of a failed test, and writes it into the file that PROCESS_LOG names,
 * if it is set.
 */
export function logLine(name: string, text: string): void {
  const line = `${new Date().toISOString()} ${name}: ${text}\n`;
  latest.push(line);
  if (latest.length > 400) latest.shift();
  if (file !== undefined) appendFileSync(file, line);
}

/** The last output of the processes. */
export function readLog(): string {
  return latest.join("");
}
