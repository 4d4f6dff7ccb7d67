import type { JobWithMetadata } from "pg-boss";
import { pino } from "pino";
import { expect, test } from "vitest";
import { InviteeJobError, UnrecoverableJobError } from "./jobs.ts";
import type { JobKind } from "./kinds.ts";
import { runJob } from "./run.ts";

const job = { id: "j", retryCount: 0, retryLimit: 3 } as JobWithMetadata<unknown>;

test.each<[JobKind, unknown, number, string]>([
  ["send_mail", new Error("It broke."), 1, "failed"],
  ["send_mail", new UnrecoverableJobError("Refused."), 1, "deadletter"],
  ["send_mail", new InviteeJobError("", { cause: new Error("It broke.") }), 0, "failed"],
  ["send_mail", new InviteeJobError("", { cause: new UnrecoverableJobError() }), 0, "deadletter"],
  ["send_private_link", new Error("It broke."), 0, "failed"],
])(
  "the log of a job %s that fails with %s has %d lines, because nothing shows what an invitee asked for",
  async (kind, error, lines, status) => {
    const written: string[] = [];
    const log = pino({ level: "info" }, { write: (line: string) => written.push(line) });
    const fail = () => Promise.reject(error);
    const result = await runJob(kind, job, fail, log, () => false);
    expect(result.status).toBe(status);
    expect(written).toHaveLength(lines);
  },
);
