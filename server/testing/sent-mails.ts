import type { SweepKind } from "#server/jobs/kinds.ts";
import type { KeptMail } from "#server/mail/transport-outbox.ts";
import { jobHandlers } from "#server/worker.ts";
import type { TestApp } from "./app.ts";

/** Steps that tests of scheduled emails share. */
interface SentMails {
  /** Runs a sweep as the clock would, and sends what it asked for. */
  sweep(...kinds: SweepKind[]): Promise<void>;
  /** The emails to an address, the oldest first, without invitations. */
  to(address: string): Promise<KeptMail[]>;
  /** What to read of them. */
  subjectsTo(address: string): Promise<string[]>;
}

export function sentMailsOf(app: TestApp): SentMails {
  const to = async (address: string) => {
    const mails = (await app.deps.outbox?.list(10_000)) ?? [];
    return mails.filter((mail) => mail.to === address && mail.kind !== "invitation").toReversed();
  };
  return {
    async sweep(...kinds) {
      const handlers = jobHandlers(app.deps);
      for (const kind of kinds) await handlers[kind]({}, { attempt: 1, last_attempt: true });
      await app.work();
    },
    to,
    subjectsTo: async (address) => (await to(address)).map(({ subject }) => subject),
  };
}
