import { text } from "node:stream/consumers";
import { z } from "zod";
import { recordBackup } from "#server/db/last-backup.ts";
import type { Logger } from "#server/system/log.ts";
import { type DatabaseCheckDeps, databaseChecks } from "./doctor/database-checks.ts";
import { type Result, runChecks } from "./doctor/run-checks.ts";
import { connectToChannel, openChannel } from "./operator-channel.ts";

/** More time than the checks may take. */
const waitMs = 50_000;

const resultsSchema = z.array(
  z.object({ check: z.string(), ok: z.boolean(), detail: z.string() }),
) satisfies z.ZodType<Result[]>;

/** `check` runs the doctor's checks of the database. `backup made` records that a complete backup has been written. */
type CommandRequest = "check" | "backup made";

/** Answers the requests of commands in the process that has the embedded database open. */
export function serveCommandRequests(
  deps: DatabaseCheckDeps & { log: Logger },
): Promise<{ close(): Promise<void> }> {
  return openChannel("requests", deps, async (socket) => {
    const request = await new Promise<string>((resolve) =>
      socket.setEncoding("utf8").once("data", (line) => resolve(String(line).trim())),
    );
    switch (request) {
      case "check":
        socket.end(JSON.stringify(await runChecks(databaseChecks(deps))));
        break;
      case "backup made":
        await recordBackup(deps.db, deps.clock.now());
        socket.end("[]");
        break;
      default:
        socket.destroy();
    }
  });
}

/**
 * Sends a request to the process that has the embedded database open.
 * @returns undefined when there is no such process, or it does not know the request
 */
export async function sendCommandRequest(
  request: CommandRequest,
  dataFolder: string,
): Promise<Result[] | undefined> {
  const socket = await connectToChannel("requests", dataFolder);
  if (socket === undefined) return undefined;
  socket.setTimeout(waitMs, () => socket.destroy(new Error("The server took too long.")));
  socket.write(`${request}\n`);
  try {
    const answer = await text(socket);
    return answer === "" ? undefined : resultsSchema.parse(JSON.parse(answer));
  } finally {
    socket.destroy();
  }
}
