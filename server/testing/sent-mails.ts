import type { SweepKind } from "#server/jobs/kinds.ts";
import type { KeptMail } from "#server/mail/transport-outbox.ts";
import { jobHandlers } from "#server/worker.ts";
import type { TestCalls } from "./calls.ts";

/** Steps that tests of scheduled emails share. */
export interface SentMails {
  /** Runs a sweep as the clock would, and sends what it asked for. */
  sweep(...kinds: SweepKind[]): Promise<void>;
  /** All that were sent, the newest first. */
  all(): Promise<KeptMail[]>;
  /** The emails to an address, the oldest first, without invitations. */
  to(address: string): Promise<KeptMail[]>;
  /** What to read of them. */
  subjectsTo(address: string): Promise<string[]>;
}

export function sentMailsOf(app: TestCalls): SentMails {
  const all = async () => (await app.deps.outbox?.list(10_000)) ?? [];
  const to = async (address: string) =>
    (await all()).filter((mail) => mail.to === address && mail.kind !== "invitation").toReversed();
  return {
    async sweep(...kinds) {
      const handlers = jobHandlers(app.deps);
      for (const kind of kinds) await handlers[kind]({}, { attempt: 1, last_attempt: true });
      await app.work();
    },
    all,
    to,
    subjectsTo: async (address) => (await to(address)).map(({ subject }) => subject),
  };
}
