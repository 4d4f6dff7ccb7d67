import type { BillingMode } from "#contract/billing/billing.ts";
import type { Db } from "#server/db/tables.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Logger } from "#server/system/log.ts";
import type { PaymentProvider } from "./provider.ts";

export interface BillingDeps {
  db: Db;
  jobs: Jobs;
  clock: Clock;
  log: Logger;
  /** Undefined if everything is unlocked. */
  payments: PaymentProvider | undefined;
  config: {
    billing: BillingMode;
    publicUrl: string;
    onLoopback: boolean;
    billingReceipts: boolean;
    refundTerms: string | undefined;
  };
}

/** The dependencies on a server that sells something. */
export type EnabledBillingDeps = BillingDeps & { payments: PaymentProvider };
