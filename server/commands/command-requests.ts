import { text } from "node:stream/consumers";
import { z } from "zod";
import { recordBackup } from "#server/db/last-backup.ts";
import type { Logger } from "#server/system/log.ts";
import { sendCopy } from "./copy/backup-channel.ts";
import type { CopySource } from "./copy/write-copy.ts";
import { type DatabaseCheckDeps, databaseChecks } from "./doctor/database-checks.ts";
import { type Result, runChecks } from "./doctor/run-checks.ts";
import { connectToChannel, openChannel } from "./operator-channel.ts";

const waitMs = 50_000;

const resultsSchema = z.array(
  z.object({ check: z.string(), ok: z.boolean(), detail: z.string() }),
) satisfies z.ZodType<Result[]>;

export function serveCommandRequests(
  deps: DatabaseCheckDeps & CopySource & { log: Logger },
): Promise<{ close(): Promise<void> }> {
  return openChannel(deps, {
    check: async (socket) => void socket.end(JSON.stringify(await runChecks(databaseChecks(deps)))),
    copy: (socket) => sendCopy(deps, socket),
    "backup made": async (socket) => {
      await recordBackup(deps.db, deps.clock.now());
      socket.end("[]");
    },
  });
}

/** @returns undefined when no process has the embedded database open, or it does not know the request */
export async function sendCommandRequest(
  request: "check" | "backup made",
  dataFolder: string,
): Promise<Result[] | undefined> {
  const socket = await connectToChannel(request, dataFolder);
  if (socket === undefined) return undefined;
  socket.setTimeout(waitMs, () => socket.destroy(new Error("The server took too long.")));
  try {
    const answer = await text(socket);
    return answer === "" ? undefined : resultsSchema.parse(JSON.parse(answer));
  } finally {
    socket.destroy();
  }
}
