import { appendFileSync } from "node:fs";

const file = process.env.REPLICA_LOG;

/** Writes what a process said into the file that REPLICA_LOG names, for whoever looks for a mistake. */
export function logLine(name: string, text: string): void {
  if (file !== undefined) appendFileSync(file, `${new Date().toISOString()} ${name}: ${text}\n`);
}
