import { text } from "node:stream/consumers";
import { z } from "zod";
import { recordBackup } from "#server/db/last-backup.ts";
import type { Logger } from "#server/system/log.ts";
import type { Place } from "./doctor/database/database-check.ts";
import { databaseChecks } from "./doctor/database/database-checks.ts";
import { type Result, runChecks } from "./doctor/run-checks.ts";
import { connectToChannel, openChannel } from "./operator-channel.ts";

/** Longer than the checks may take. */
const waitMs = 20_000;

const resultsSchema = z.array(
  z.object({ check: z.string(), ok: z.boolean(), detail: z.string() }),
) satisfies z.ZodType<Result[]>;

/** `judge`: what the doctor's checks of the database find. `backup made`: to be noted, a complete one is on a disk. */
type Question = "judge" | "backup made";

/** Answers what commands ask the process that has the embedded database open. */
export function serveQuestions(
  place: Place & { log: Logger },
): Promise<{ close(): Promise<void> }> {
  return openChannel("questions", place, async (socket) => {
    const question = await new Promise<string>((resolve) =>
      socket.setEncoding("utf8").once("data", (line) => resolve(String(line).trim())),
    );
    switch (question) {
      case "judge":
        socket.end(JSON.stringify(await runChecks(databaseChecks(place))));
        break;
      case "backup made":
        await recordBackup(place.db, place.clock.now());
        socket.end("[]");
        break;
      default:
        socket.destroy();
    }
  });
}

/**
 * Asks the process that has the embedded database open.
 * @returns undefined when there is none, or it does not know the question
 */
export async function askServer(
  question: Question,
  dataFolder: string,
): Promise<Result[] | undefined> {
  const socket = await connectToChannel("questions", dataFolder);
  if (socket === undefined) return undefined;
  socket.setTimeout(waitMs, () => socket.destroy(new Error("The server took too long.")));
  socket.write(`${question}\n`);
  try {
    const answer = await text(socket);
    return answer === "" ? undefined : resultsSchema.parse(JSON.parse(answer));
  } finally {
    socket.destroy();
  }
}
