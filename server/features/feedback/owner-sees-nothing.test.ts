import { expect, it } from "vitest";
import { MailNotSentError } from "#server/mail/transport.ts";
import { createLog } from "#server/system/log.ts";
import { type TestApp, useTestApp } from "#server/testing/app.ts";
import { callTool, openAssistant } from "#server/testing/assistant.ts";
import { createTestOperator } from "#server/testing/auth/auth-callers.ts";
import { connectTestApp } from "#server/testing/auth/connected-apps.ts";
import { useTestDatabase } from "#server/testing/database/db.ts";
import { normalize, openWorld, type Person } from "#server/testing/hostile-owner.ts";

const logLines: string[] = [];
const given = {
  environment: { ADMIN_EMAILS: "operator@paraline.example" },
  log: createLog("info", { write: (line) => void logLines.push(line) }),
};
const unanswered = useTestApp({ ...given, each: true });
const answered = useTestApp({
  ...given,
  database: useTestDatabase({ each: true, isSecond: true }),
});

/** A circle is open from the day on which the clock starts until its deadline. */
const daysOpen = 5;

const unreachable = new MailNotSentError("The mail server could not be reached.");

/**
 * Everything that can be seen of an anonymous circle in a number of days: by its owner, their assistant, an operator and
 * whoever reads the emails and the log.
 */
async function watch(
  server: TestApp,
  answering: readonly Person[],
  days: number,
  asked: "first questions" | "further question",
) {
  logLines.length = 0;
  const operator = await createTestOperator(server.deps, "operator@paraline.example");
  // The outbox also has the emails of earlier worlds.
  const name = `world-${days}-${asked.length}`;
  const world = await openWorld(server, name, "2026-11-06");
  const { access_token } = await connectTestApp(server.deps, world.owner.user_id);
  const assistant = await openAssistant(server, access_token);
  const calls: [tool: string, input: Record<string, unknown>][] = [
    ["list_paralines", {}],
    ["read_results", { paraline: world.id }],
    ["read_insights", { paraline: world.id }],
    ["read_decision", { paraline: world.id }],
    ["search_reflections", { query: "wrote this" }],
  ];
  const isFurther = asked === "further question";
  if (isFurther) {
    await world.close();
    await world.make({ move: "question" });
    calls.push(
      ["list_further_questions", { paraline: world.id }],
      ["read_results", { paraline: world.questions[0] }],
    );
  }
  const seen: string[] = [];
  const look = async () => {
    const read = [];
    for (const [tool, input] of calls) read.push(await callTool(assistant, tool, input));
    for (const status of ["active", "completed"]) {
      const listed = await server.as(world.owner, "GET", `/api/circles?status=${status}`);
      read.push(await listed.text());
    }
    const overview = await (await server.as(operator, "GET", "/api/admin")).text();
    const emails = await server.db
      .selectFrom("emails")
      .where("kind", "<>", "private_link")
      .select(["kind", "to_address", "state", "reason", "attempts", "sent_at", "not_before"])
      .orderBy("created_at")
      .orderBy("kind")
      .orderBy("to_address")
      .execute();
    const log = logLines.map((line) => line.replace(/"time":\d+/, "")).toSorted();
    // The two servers were started at different times.
    const rest = [read, overview.replace(/"started_at":"[^"]*"/, ""), emails, log];
    seen.push(normalize(JSON.stringify(rest, null, 1), name), await world.view());
  };

  const { transport } = server.deps;
  for (let day = 0; day < days; day += 1) {
    for (const person of answering.slice(2 * day, 2 * day + 2)) {
      await world.make({ move: "ask for link", person });
      const answer = isFurther ? "answer question" : "answer";
      for (const move of [answer, "change", "withdraw", answer, "change"] as const)
        await world.make({ move, person });
      expect(await server.db.selectFrom("sealed_answers").select("id").execute()).toHaveLength(
        answering.indexOf(person) + 1,
      );
    }
    // On one day, the mail server cannot be reached.
    if (day === 1) {
      server.deps.transport = { send: () => Promise.reject(unreachable) };
    }
    seen.push(await world.make({ move: "remind" }));
    seen.push(await world.make({ move: "resend", person: "Ana" }));
    // After the closing, nobody answers any more.
    if (day < daysOpen) await look();
    server.deps.transport = transport;
    server.clock.advance({ days: 1 });
    await server.emails.sweep("send_weekly_summaries", "expire_lost_emails", "count_days");
    seen.push(await world.make({ move: "pass time" }));
    await look();
  }
  return seen.join("\n").split("\n");
}

const everyone: Person[] = ["Ana", "Ben", "Cleo", "Puppet", "Sock"];

it.each<[string, readonly Person[], number, string, Parameters<typeof watch>[3]]>([
  [
    "two people answer, not even after the closing",
    ["Ana", "Ben"],
    9,
    "too_few",
    "first questions",
  ],
  ["everyone answers, until the closing", everyone, 4, "sealed", "first questions"],
  [
    "everyone answers a further question, until it closes",
    everyone,
    3,
    "sealed",
    "further question",
  ],
])(
  "nothing that owners, their apps, operators, mailboxes and the log show is different if %s",
  async (_, answering, days, lastVisibility, asked) => {
    const without = await watch(unanswered, [], days, asked);
    // The owner reminds nobody of a further question.
    const isReminding = asked === "first questions";
    expect(without.join().includes("The mail server could not be reached.")).toBe(isReminding);
    expect(without.join()).toMatch(/"path": "\/api\/circles\/id \d+\/feedback"/);
    expect(without.join()).toContain(`"visibility":"${lastVisibility}"`.replaceAll('"', '\\"'));
    const lines = await watch(answered, answering, days, asked);
    expect(lines.filter((line, index) => line !== without[index])).toEqual([]);
    expect(lines.length).toBe(without.length);
  },
  300_000,
);
