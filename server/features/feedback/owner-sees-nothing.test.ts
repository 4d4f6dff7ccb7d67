import { expect, it } from "vitest";
import { z } from "zod";
import { MailNotSentError } from "#server/mail/transport.ts";
import { createLog } from "#server/system/log.ts";
import { type TestApp, useTestApp } from "#server/testing/app.ts";
import { callTool, openAssistant } from "#server/testing/assistant.ts";
import { createTestOperator } from "#server/testing/auth/auth-callers.ts";
import { connectTestApp } from "#server/testing/auth/connected-apps.ts";
import { useTestDatabase } from "#server/testing/database/db.ts";
import { normalize, openWorld, type Person } from "#server/testing/hostile-owner.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import type { SeededCircle } from "#server/testing/seed-circle.ts";

const logLines: string[] = [];
const given = {
  environment: { ADMIN_EMAILS: "operator@paraline.example" },
  log: createLog("info", { write: (line) => void logLines.push(line) }),
};
const app = useTestApp({ ...given, each: true });
/** A second server, on which somebody answers. */
const answered = useTestApp({
  ...given,
  database: useTestDatabase({ each: true, isSecond: true }),
});

const unreachable = new MailNotSentError("The mail server could not be reached.");

const openApi = z.object({
  paths: z.record(
    z.string(),
    z.object({ get: z.object({ parameters: z.array(z.object({ name: z.string() })) }).optional() }),
  ),
});

/** Everything that an owner can read, in every feature. New endpoints are included automatically. */
async function everythingReadable(owner: TestOwner, circle: SeededCircle): Promise<string> {
  const { paths } = openApi.parse(await (await app.request("/api/openapi.json")).json());
  const readable = Object.entries(paths).flatMap(([path, { get }]) => (get ? { path, get } : []));
  expect(readable.map(({ path }) => path)).toContain("/api/circles/{id}/feedback");
  const listed = readable.filter(({ get }) => get.parameters.some(({ name }) => name === "status"));
  expect(listed.map(({ path }) => path)).toContain("/api/circles");
  const answers = [];
  for (const one of readable) {
    const filled = one.path.replaceAll(/\{\w+\}|:\w+/g, circle.id);
    for (const query of listed.includes(one) ? ["", "?status=active", "?status=completed"] : [""]) {
      const response = await app.as(owner, "GET", `${filled}${query}`);
      const { "x-request-id": _, ...headers } = Object.fromEntries(response.headers);
      const body = (await response.text()).replace(/"request_id":"[^"]*"/, "");
      answers.push({ filled, query, status: response.status, headers, body });
    }
  }
  return JSON.stringify([...answers, ...(await resendAll(owner, circle))], null, 1);
}

async function resendAll(owner: TestOwner, circle: SeededCircle) {
  const answers = [];
  for (const person of circle.people) {
    const response = await app.as(owner, "POST", `/api/invites/${person.id}/resend`);
    const body = (await response.text()).replace(/"request_id":"[^"]*"/, "");
    answers.push({ person: person.first_name, status: response.status, body });
  }
  return answers;
}

const answer = (circle: SeededCircle, person: number) =>
  app.circles.answer(circle.tokenOf(person), {
    answers: { 1: "A sealed secret", 2: 5 },
    encouragement: "A sealed note",
  });

it("an anonymous answer changes no byte that an owner can read before the closing", async () => {
  const owner = await app.createOwner({ full_name: "Maya" });
  const circle = await app.circles.seed(owner, {
    is_anonymous: true,
    people: ["Ana", "Ben", "Cleo", "Dan"],
  });
  await resendAll(owner, circle);
  await app.work();
  const before = await everythingReadable(owner, circle);

  for (const person of circle.people.keys()) {
    // Nothing changes when time passes, either.
    app.clock.advance({ hours: 1 });
    expect((await answer(circle, person)).status).toBe(201);
    await app.work();
    expect(await everythingReadable(owner, circle)).toBe(before);
  }

  await app.circles.close(owner, circle.id);
  expect(await everythingReadable(owner, circle)).toContain("A sealed secret");
});

/**
 * Everything that can be seen of an anonymous circle in a number of days: by its owner, their assistant, an operator and
 * whoever reads the emails and the log. Its deadline is in four days.
 */
async function watch(server: TestApp, answering: readonly Person[], days: number) {
  logLines.length = 0;
  const operator = await createTestOperator(server.deps, "operator@paraline.example");
  const world = await openWorld(server, "world", "2026-11-06");
  const { access_token } = await connectTestApp(server.deps, world.owner.user_id);
  const assistant = await openAssistant(server, access_token);
  const tools = {
    list_paralines: {},
    read_results: { paraline: world.id },
    read_insights: { paraline: world.id },
    read_decision: { paraline: world.id },
    search_reflections: { query: "wrote this" },
  };
  const seen: string[] = [];
  const look = async () => {
    const read = [];
    for (const [name, input] of Object.entries(tools)) {
      read.push(await callTool(assistant, name, input));
    }
    const overview = await (await server.as(operator, "GET", "/api/admin")).text();
    const mails = await server.db
      .selectFrom("mails")
      .select(["kind", "to_address", "state", "reason", "attempts", "sent_at", "not_before"])
      .orderBy("created_at")
      .orderBy("kind")
      .orderBy("to_address")
      .execute();
    const log = logLines.map((line) => line.replace(/"time":\d+/, "")).toSorted();
    // The two servers were started at different times.
    const rest = [read, overview.replace(/"started_at":"[^"]*"/, ""), mails, log];
    seen.push(normalize(JSON.stringify(rest, null, 1), "world"), await world.view());
  };

  const { transport } = server.deps;
  for (let day = 0; day < days; day += 1) {
    for (const person of answering.slice(2 * day, 2 * day + 2)) {
      await world.make({ move: "answer", person });
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
    await look();
    server.deps.transport = transport;
    server.clock.advance({ days: 1 });
    await server.mails.sweep("send_weekly_summaries", "expire_lost_mails", "count_days");
    seen.push(await world.make({ move: "pass time" }));
    await look();
  }
  return seen.join("\n").split("\n");
}

it.each<[string, readonly Person[], number, string]>([
  ["two people answer, not even after the closing", ["Ana", "Ben"], 9, "too_few"],
  ["everyone answers, until the closing", ["Ana", "Ben", "Cleo", "Puppet", "Sock"], 4, "sealed"],
])(
  "nothing that owners, their apps, operators, mailboxes and the log show is different if %s",
  async (_, answering, days, lastVisibility) => {
    const without = await watch(app, [], days);
    expect(without.join()).toContain("The mail server could not be reached.");
    expect(without.join()).toContain(`"visibility":"${lastVisibility}"`.replaceAll('"', '\\"'));
    const lines = await watch(answered, answering, days);
    expect(lines.filter((line, index) => line !== without[index])).toEqual([]);
    expect(lines.length).toBe(without.length);
  },
  120_000,
);
