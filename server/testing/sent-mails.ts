import type { SweepKind } from "#server/jobs/kinds.ts";
import type { KeptMail } from "#server/mail/transport-outbox.ts";
import { jobHandlers } from "#server/worker.ts";
import type { TestCalls } from "./calls.ts";
import { insertRow } from "./database/rows.ts";

/** Steps that tests of scheduled emails share. */
export interface SentMails {
  /** Runs sweeps as the schedule would, and sends what they requested. */
  sweep(...kinds: SweepKind[]): Promise<void>;
  /** All emails that were sent, the newest first. */
  all(): Promise<KeptMail[]>;
  /** The emails to an address, the oldest first, without invitations. */
  to(address: string): Promise<KeptMail[]>;
  /** Opts an address out of emails from one owner, or from anyone. */
  optOut(address: string, ownerId?: string | null): Promise<unknown>;
  /** The subjects of the emails to an address. */
  subjectsTo(address: string): Promise<string[]>;
}

export function sentMailsOf(app: TestCalls): SentMails {
  const all = async () => (await app.deps.outbox?.list(10_000)) ?? [];
  const to = async (address: string) =>
    (await all()).filter((mail) => mail.to === address && mail.kind !== "invitation").toReversed();
  return {
    async sweep(...kinds) {
      const handlers = jobHandlers(app.deps);
      for (const kind of kinds) await handlers[kind]({}, { attempt: 1, lastAttempt: true });
      await app.work();
    },
    all,
    to,
    optOut: (address, ownerId = null) =>
      insertRow(app.db, "mail_opt_outs", {
        id: crypto.randomUUID(),
        email: address,
        owner_id: ownerId,
        created_at: app.clock.now(),
      }),
    subjectsTo: async (address) => (await to(address)).map(({ subject }) => subject),
  };
}
