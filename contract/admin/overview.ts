import { z } from "zod";
import { defineEndpoint } from "../endpoint.ts";
import { dailySubjects, mailFailures, maxCounted, paymentFailures } from "./figures.ts";

/** Backups are made every night, so after this many days one was missed. */
export const backupMaxAgeDays = 2;

const count = z.int().min(0);
const boundedCount = count.max(maxCounted);

const overviewSchema = z.object({
  /** Days that are over (UTC), the oldest first. Each subject has a number for each of them. */
  first_day: z.iso.date(),
  counts: z.record(z.enum(dailySubjects), z.array(count)),
  /** Whether results are sold here; otherwise there are no unlocks and no payments. */
  is_selling: z.boolean(),
  mails: z.object({
    waiting_count: boundedCount,
    /** How long the email that should have been sent first has waited; null if none is due. */
    oldest_due_minutes: count.nullable(),
    failed: z.array(z.object({ kind: z.string(), reason: z.enum(mailFailures), count })),
  }),
  jobs: z.object({
    waiting: z.array(
      z.object({ kind: z.string(), waiting_count: count, oldest_due_minutes: count.nullable() }),
    ),
    failed: z.array(z.object({ kind: z.string(), count })),
  }),
  payments: z.array(z.object({ state: z.enum(paymentFailures), kind: z.string(), count })),
  versions: z.object({
    product: z.string(),
    node: z.string(),
    database: z.string(),
    migration: z.string(),
  }),
  /** The process that answers. */
  process: z.object({ role: z.enum(["all", "web", "worker"]), started_at: z.iso.datetime() }),
  /** When the last backup was made; null if there has been none. */
  last_backup_at: z.iso.datetime().nullable(),
  /** The days that the list of erasures in this process's folder covers; null if there is none. */
  erasures: z.object({ from: z.iso.date(), to: z.iso.date() }).nullable(),
});
export type AdminOverview = z.output<typeof overviewSchema>;

/**
 * What the operator's page shows: numbers about the whole server, and none about an account or a circle. Nothing in it
 * depends on a sealed answer. Source: docs/decisions/anonymity.md, 32.
 */
export const readAdminOverview = defineEndpoint({
  method: "GET",
  path: "/api/admin",
  summary: "Reads how the server is doing",
  access: "operator",
  output: overviewSchema,
  errors: ["not_found", "insufficient_aal", "operator_second_step_missing"],
});
