import { describeStillCharged } from "#server/features/billing/billing-problems.ts";
import { failed, passed } from "#server/system/check.ts";
import type { DatabaseCheck } from "./database-check.ts";

/** Whether everyone whom Stripe charges can read what they pay for, and can cancel. */
export const subscriptions: DatabaseCheck = {
  name: "subscriptions",
  run: async ({ db, config: { billing } }) => {
    const [problem] = await describeStillCharged(db, billing);
    return problem === undefined
      ? passed("none is charged that this server does not use")
      : failed(problem);
  },
};
