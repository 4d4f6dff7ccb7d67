import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type MailKind, mailKinds } from "#server/db/mail-kinds.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { heartbeats } from "#server/jobs/abandoned-jobs.ts";
import { AlreadyRunningError } from "#server/jobs/jobs.ts";
import { jobSettings } from "#server/jobs/kinds.ts";
import { createMetrics } from "#server/telemetry/metrics.ts";
import { createTestClock } from "#server/testing/clock.ts";
import { useTestDatabase } from "#server/testing/database/db.ts";
import { readRows } from "#server/testing/database/rows.ts";
import { createTestJobs, type TestJobs } from "#server/testing/jobs.ts";
import { requestTestMail } from "#server/testing/request-test-mail.ts";
import { testSecrets } from "#server/testing/secrets.ts";
import { seedOwner } from "#server/testing/seed-circle.ts";
import type { MailComposer, MailComposers } from "./compose.ts";
import { notSentReasons } from "./failure-reasons.ts";
import { recordOptOut } from "./opt-outs.ts";
import { releaseHeldEmails } from "./request-mail.ts";
import { claimSeconds, createMailSenders, recordPausesMs } from "./send-mail.ts";
import {
  MailNotSentError,
  MailRefusedError,
  type MailTransport,
  type OutgoingEmail,
} from "./transport.ts";

const database = useTestDatabase({ each: true });
const clock = createTestClock();
let jobs: TestJobs;

let sent: OutgoingEmail[] = [];
/** What the transport does with the next emails; it accepts each email if there is nothing here. */
let answers: ((signal: AbortSignal) => Promise<void>)[] = [];
const transport: MailTransport = {
  async send(mail, signal) {
    await answers.shift()?.(signal);
    sent.push(mail);
  },
};

let composer: MailComposer;
const composers = Object.fromEntries(
  mailKinds.map((kind): [MailKind, MailComposer] => [kind, (mail) => composer(mail)]),
) as MailComposers;

beforeAll(async () => {
  jobs = await createTestJobs(database.db);
});
afterEach(() => vi.restoreAllMocks());
beforeEach(async () => {
  sent = [];
  answers = [];
  composer = async (mail) => ({
    to: mail.to_address,
    subject: "Something\r\nto read",
    html: "<p>Hello</p>",
    text: "Hello\n",
    headers: { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  });
  await jobs.work(createSenders());
});

function createSenders(metrics = createMetrics(clock)) {
  return createMailSenders({
    db: database.db,
    transport,
    composers,
    clock,
    config: {
      publicUrl: "https://paraline.example",
      mailFrom: "Paraline <mail@paraline.example>",
    },
    metrics,
    tracing: undefined,
    pausesMs: recordPausesMs.map(() => 1),
  });
}

const request = (given: Partial<Parameters<typeof requestTestMail>[2]> = {}) =>
  inTransaction(database.db, (tx) =>
    requestTestMail(tx, jobs, {
      kind: "invitation",
      intent: crypto.randomUUID(),
      to_address: "ana@paraline.example",
      requested_at: clock.now(),
      ...given,
    }),
  );

const rows = () =>
  readRows(database.db, "emails", {}, ["state", "reason", "attempts", "sent_at", "not_before"]);

async function storeOwner(): Promise<string> {
  const { user_id } = await seedOwner(database.db, { now: clock.now(), proven: false });
  return user_id;
}

it("every kind and outcome is counted from zero, so that its first failure is an increase", async () => {
  const metrics = createMetrics(clock);
  createSenders(metrics);
  const text = await (await metrics.start()).write();
  expect(text).toContain('paraline_mails_total{kind="release",outcome="not_sent"} 0');
});

it("failures are counted by the class of their reason, except those of emails that depend on invitees", async () => {
  const metrics = createMetrics(clock);
  const handler = createSenders(metrics).send_mail;
  const recorders = await metrics.start();
  answers = [
    new MailRefusedError(`${notSentReasons.addressRefused}: 550 no ana@paraline.example here`),
    new MailNotSentError(notSentReasons.unreachable),
    new Error("something of ours"),
    new MailNotSentError(notSentReasons.tooSlow),
  ].map((error) => () => Promise.reject(error));
  for (const kind of ["invitation", "release", "reminder", "private_link"] as const) {
    const emailId = String(await request({ kind }));
    await expect(
      handler({ mail_id: emailId }, { attempt: 1, lastAttempt: false }),
    ).rejects.toThrow();
  }
  const text = await recorders.write();
  expect(text.match(/^paraline_mail_failures_total.*$/gm)).toEqual([
    'paraline_mail_failures_total{reason="address_refused"} 1',
    'paraline_mail_failures_total{reason="not_taken"} 0',
    'paraline_mail_failures_total{reason="unreachable"} 1',
    'paraline_mail_failures_total{reason="too_slow"} 0',
    'paraline_mail_failures_total{reason="cut_short"} 0',
    'paraline_mail_failures_total{reason="other"} 1',
  ]);
  expect(text).not.toContain("ana@");
});

it("an email is sent once, under its own id, with the headers that every email has", async () => {
  const id = await request();
  await jobs.runDue();
  expect(sent).toEqual([
    expect.objectContaining({
      id,
      kind: "invitation",
      from: "Paraline <mail@paraline.example>",
      to: "ana@paraline.example",
      subject: "Something to read",
      message_id: `<${id}@paraline.example>`,
      headers: {
        "Auto-Submitted": "auto-generated",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      },
    }),
  ]);
  expect(await rows()).toEqual([
    { state: "sent", reason: null, attempts: 1, sent_at: clock.now(), not_before: null },
  ]);
});

it("one intent is one email, however often it is asked for", async () => {
  expect(await request({ intent: "invitation of Ana" })).toBeTypeOf("string");
  expect(await request({ intent: "invitation of Ana" })).toBeUndefined();
  await jobs.runDue();
  expect(sent).toHaveLength(1);
});

it("an email is gone with the transaction that asked for it", async () => {
  await expect(
    inTransaction(database.db, async (tx) => {
      await requestTestMail(tx, jobs, {
        kind: "invitation",
        intent: "never",
        to_address: "ana@paraline.example",
        requested_at: clock.now(),
      });
      throw new Error("rolled back");
    }),
  ).rejects.toThrow("rolled back");
  expect(await jobs.runDue()).toBe(0);
  expect(await rows()).toEqual([]);
});

describe("a job that runs twice", () => {
  it("sends its email once when the runs follow each other", async () => {
    const emailId = await request();
    const handler = createSenders().send_mail;
    const attempt = { attempt: 1, lastAttempt: false };
    await handler({ mail_id: String(emailId) }, attempt);
    await handler({ mail_id: String(emailId) }, attempt);
    expect(sent).toHaveLength(1);
  });

  it("sends its email once when the runs overlap, and the second tries again later", async () => {
    const emailId = await request();
    const handler = createSenders().send_mail;
    const attempt = { attempt: 1, lastAttempt: false };
    const reached = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    answers = [
      () => {
        reached.resolve();
        return held.promise;
      },
    ];
    const first = handler({ mail_id: String(emailId) }, attempt);
    await reached.promise;
    await expect(handler({ mail_id: String(emailId) }, attempt)).rejects.toThrow(
      AlreadyRunningError,
    );
    held.resolve();
    await first;
    await handler({ mail_id: String(emailId) }, attempt);
    expect(sent).toHaveLength(1);
  });
});

describe("a run that was held up for so long that another one has claimed its email", () => {
  const senders = () => createSenders().send_mail;
  const first = { attempt: 1, lastAttempt: false };
  const last = { attempt: 8, lastAttempt: true };
  /** Acts as if the process had been suspended and had renewed nothing. */
  const holdUp = () => void clock.advance({ seconds: 16 });
  const counts = () =>
    database.db.selectFrom("emails").select(["attempts", "undelivered_attempts"]).execute();

  it("does not send it after the other one has", async () => {
    const emailId = String(await request());
    const compose = composer;
    composer = async (mail) => {
      composer = compose;
      holdUp();
      await senders()({ mail_id: emailId }, first);
      return compose(mail);
    };
    await expect(senders()({ mail_id: emailId }, first)).rejects.toThrow("another run");
    expect(sent).toHaveLength(1);
    expect(await rows()).toMatchObject([{ state: "sent", attempts: 2 }]);
    expect(await counts()).toEqual([{ attempts: 2, undelivered_attempts: 1 }]);
  });

  it.each([first, last])(
    "a run that fails itself leaves the email to the other one: %o",
    async (attempt) => {
      const emailId = String(await request());
      const reached = Promise.withResolvers<void>();
      const held = Promise.withResolvers<void>();
      answers = [
        async () => {
          holdUp();
          answers.unshift(() => {
            reached.resolve();
            return held.promise;
          });
          void other();
          await reached.promise;
          throw new MailNotSentError("Try again later", { mayArrive: false });
        },
      ];
      let sending: Promise<void> | undefined;
      const other = () => {
        sending = senders()({ mail_id: emailId }, first);
        return sending;
      };
      await expect(senders()({ mail_id: emailId }, attempt)).rejects.toThrow("Try again later");
      await expect(senders()({ mail_id: emailId }, first)).rejects.toThrow("another run");
      held.resolve();
      await sending;
      expect(sent).toHaveLength(1);
      expect(await rows()).toMatchObject([{ state: "sent", reason: null, attempts: 2 }]);
      expect(await counts()).toEqual([{ attempts: 2, undelivered_attempts: 1 }]);
    },
  );

  it("a run that was refused for good leaves the email to the other one", async () => {
    const emailId = String(await request());
    answers = [
      async () => {
        holdUp();
        await senders()({ mail_id: emailId }, first);
        throw new MailRefusedError("The mail server refused this address: 550");
      },
    ];
    await expect(senders()({ mail_id: emailId }, first)).rejects.toThrow();
    expect(await rows()).toMatchObject([{ state: "sent", reason: null }]);
  });
});

it("an email that was stopped while it was written is not sent", async () => {
  await request();
  const compose = composer;
  composer = async (mail) => {
    await database.db.updateTable("emails").set({ state: "skipped", reason: "Removed." }).execute();
    return compose(mail);
  };
  await jobs.runDue({}, { early: true });
  expect(sent).toEqual([]);
  expect(await rows()).toMatchObject([{ state: "skipped", reason: "Removed." }]);
  expect(await jobs.states("send_mail")).toEqual(["completed"]);
});

it("a run that could not give its email back lets go of it before its job is tried again", () => {
  // The queue waits for at least this long, and longer for each further try.
  expect(claimSeconds).toBeLessThan(jobSettings.send_mail.retrySeconds);
  // An email must not be free while its run may be alive; its job is given to another run only later.
  expect(claimSeconds).toBeLessThan(heartbeats.silentSeconds);
});

it("an email whose run died is taken up by the next one", async () => {
  const emailId = await request();
  await database.db
    .updateTable("emails")
    .set({ attempts: 1, not_before: new Date(clock.now().getTime() + 100_000) })
    .execute();
  await jobs.runDue();
  expect(sent).toEqual([]);
  clock.advance({ seconds: 101 });
  await jobs.runDue({}, { early: true });
  expect(sent.map(({ id }) => id)).toEqual([emailId]);
});

it("a failing server is tried again, and the row shows the state until then", async () => {
  answers = [
    () => Promise.reject(new MailNotSentError("The mail server could not be reached.")),
    () => Promise.reject(new Error("socket hang up")),
  ];
  await request();
  await jobs.runDue();
  expect(await rows()).toMatchObject([
    { state: "queued", reason: "The mail server could not be reached.", attempts: 1 },
  ]);
  expect(await jobs.states("send_mail")).toEqual(["retry"]);
  await jobs.runDue({}, { early: true });
  expect(sent).toHaveLength(1);
  expect(await rows()).toMatchObject([{ state: "sent", reason: null, attempts: 3 }]);
});

it("after its last try an email is given up, with the reason", async () => {
  answers = Array.from(
    { length: 20 },
    () => () => Promise.reject(new MailNotSentError("The mail server could not be reached.")),
  );
  await request();
  await jobs.runDue({}, { early: true });
  expect(await jobs.states("send_mail")).toEqual(["failed"]);
  expect(await rows()).toMatchObject([
    { state: "failed", reason: "The mail server could not be reached.", attempts: 8 },
  ]);
});

it("a server that takes too long is left, before the queue takes the job for stuck", async () => {
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(limit.signal);
  answers = [
    (given) => {
      limit.abort();
      return Promise.reject(given.aborted ? new MailNotSentError("It took too long.") : undefined);
    },
  ];
  await request();
  await jobs.runDue();
  expect(await rows()).toMatchObject([{ state: "queued", reason: "It took too long." }]);
  const [givenMs = 0] = timeout.mock.calls[0] ?? [];
  const recordedWithinMs = recordPausesMs.reduce((sum, pauseMs) => sum + pauseMs, 0);
  expect(givenMs + recordedWithinMs).toBeLessThan(jobSettings.send_mail.stuckAfterSeconds * 1000);
});

describe("an email that the server took while the database failed", () => {
  const fails = () => {
    throw Object.assign(new Error("connection lost"), { code: "08006" });
  };

  it("is recorded once a query gets through, also on its last try", async () => {
    const emailId = String(await request());
    const handler = createSenders().send_mail;
    answers = [
      async () => {
        const update = vi.spyOn(database.db, "updateTable");
        for (const _ of recordPausesMs) update.mockImplementationOnce(fails);
      },
    ];
    await handler({ mail_id: emailId }, { attempt: 8, lastAttempt: true });
    expect(await rows()).toMatchObject([{ state: "sent", reason: null, attempts: 1 }]);
  });

  it("is recorded by the next run of its job, and sent once", async () => {
    const sentAt = clock.now();
    answers = [async () => void vi.spyOn(database.db, "updateTable").mockImplementation(fails)];
    await request();
    await jobs.runDue();
    expect(await rows()).toMatchObject([{ state: "queued", reason: null, sent_at: null }]);
    expect(await jobs.states("send_mail")).toEqual(["retry"]);
    vi.restoreAllMocks();
    clock.advance({ minutes: 3 });
    await jobs.runDue({}, { early: true });
    expect(sent).toHaveLength(1);
    expect(await rows()).toEqual([
      { state: "sent", reason: null, attempts: 1, sent_at: sentAt, not_before: null },
    ]);
  });
});

it("each attempt counts as one that may have arrived, unless the server said no or nothing was sent", async () => {
  const counts = async () =>
    database.db.selectFrom("emails").select(["attempts", "undelivered_attempts"]).execute();
  await request();
  answers = [
    () => Promise.reject(new MailNotSentError("Try again later", { mayArrive: false })),
    () => Promise.reject(new MailNotSentError("The mail server took too long.")),
    () => Promise.reject(new MailRefusedError("The mail server refused this address: 550")),
  ];
  await jobs.runDue({}, { early: true });
  expect(await counts()).toEqual([{ attempts: 3, undelivered_attempts: 2 }]);
  await database.db.deleteFrom("emails").execute();
  composer = async () => ({ skip: "This paraline has closed." });
  await request();
  await jobs.runDue();
  expect(await counts()).toEqual([{ attempts: 1, undelivered_attempts: 1 }]);
});

it("an email that cannot be written fails like one that cannot be sent, without revealing why", async () => {
  composer = () => Promise.reject(new Error("column circles.titel does not exist"));
  await request();
  await jobs.runDue({}, { early: true });
  expect(await rows()).toMatchObject([
    { state: "failed", reason: "It could not be sent because of an error on our side." },
  ]);
});

describe("an opt-out", () => {
  const optOut = (ownerId: string | null) =>
    inTransaction(database.db, (tx) =>
      recordOptOut(tx, { email: "ana@paraline.example", owner_id: ownerId, now: clock.now() }),
    );

  it("does not stop what the person's own account asks for", async () => {
    await optOut(null);
    await request({ kind: "auth_recovery", user_id: await storeOwner() });
    await jobs.runDue();
    expect(sent).toHaveLength(1);
  });

  it("an opt-out from an owner who is gone is not stored", async () => {
    await optOut(crypto.randomUUID());
    expect(await database.db.selectFrom("mail_opt_outs").selectAll().execute()).toEqual([]);
  });
});

it("held emails are sent when their owner has proven their address, once, and no one else's", async () => {
  const owner = await storeOwner();
  await request({ user_id: owner, held: true });
  await request({ user_id: owner, held: true });
  await request({ user_id: await storeOwner(), held: true });
  expect(await jobs.runDue()).toBe(0);
  const release = () =>
    inTransaction(database.db, (tx) =>
      releaseHeldEmails(
        tx,
        { jobs, secrets: testSecrets, config: { rateLimits: false } },
        owner,
        clock.now(),
      ),
    );
  expect(await release()).toBe(2);
  expect(await release()).toBe(0);
  await jobs.runDue();
  expect(sent).toHaveLength(2);
  expect((await rows()).map(({ state }) => state).toSorted()).toEqual(["sent", "sent", "waiting"]);
});
