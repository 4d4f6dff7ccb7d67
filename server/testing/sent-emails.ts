import type { SweepKind } from "#server/jobs/kinds.ts";
import { jobHandlers } from "#server/worker.ts";
import type { TestCalls } from "./calls.ts";
import { insertRow } from "./database/rows.ts";

export type SentEmails = ReturnType<typeof createSentEmails>;

/** Steps that tests of scheduled emails share. */
export function createSentEmails(app: TestCalls) {
  /** All emails that were sent, the newest first. */
  const all = async () => (await app.deps.outbox?.list(10_000)) ?? [];
  /** The emails to an address, the oldest first, without invitations. */
  const to = async (address: string) =>
    (await all()).filter((mail) => mail.to === address && mail.kind !== "invitation").toReversed();
  return {
    /** Runs sweeps as the schedule would, and sends what they requested. */
    async sweep(...kinds: SweepKind[]) {
      const handlers = jobHandlers(app.deps);
      for (const kind of kinds) await handlers[kind]({}, { attempt: 1, lastAttempt: true });
      await app.work();
    },
    all,
    to,
    /** Opts an address out of emails from one owner, or from anyone. */
    optOut: (address: string, ownerId: string | null = null) =>
      insertRow(app.db, "mail_opt_outs", {
        id: crypto.randomUUID(),
        email: address,
        owner_id: ownerId,
        created_at: app.clock.now(),
      }),
    subjectsTo: async (address: string) => (await to(address)).map(({ subject }) => subject),
  };
}
