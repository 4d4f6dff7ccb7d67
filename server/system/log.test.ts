import { sql } from "kysely";
import { expect, test } from "vitest";
import { useTestDatabase } from "#server/testing/database/db.ts";
import { createLog } from "./log.ts";

const database = useTestDatabase();

test("the log of a failed statement contains none of its values", async () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => lines.push(line) });
  const insert = () =>
    sql`insert into mail_opt_outs (id, email, created_at)
        values (${"f47ac10b-58cc-4372-a567-0e02b2c3d479"}, ${"ana@people.example"}, now())`.execute(
      database.db,
    );
  await insert();
  await insert().catch((error: unknown) => log.error({ err: error }, "failed"));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("mail_opt_outs_pkey");
  expect(lines[0]).not.toContain("ana@people.example");
  expect(lines[0]).not.toContain("f47ac10b");
});

test("the code of an error is logged, a code that somebody typed is not", async () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => lines.push(line) });
  await sql`select 1 / 0`.execute(database.db).catch((error: unknown) => {
    log.error({ err: error, code: "123456", body: { code: "654321" } }, "failed");
  });
  const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  log.error({ err: full, c: { body: { code: "654321" } } }, "full");
  const [failed = "", outOfSpace = ""] = lines;
  expect(JSON.parse(failed)).toMatchObject({ err: { code: "22012" } });
  expect(JSON.parse(outOfSpace)).toMatchObject({ err: { code: "ENOSPC" } });
  expect(lines.join("")).not.toMatch(/123456|654321/);
});

test("an error that repeats an email address is logged without it", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => lines.push(line) });
  const refusal = "550 5.1.1 <ana.o'hara+news@people.example>: Recipient address rejected";
  log.error(
    { err: new Error(refusal, { cause: new Error(refusal) }) },
    "job given up: it cannot succeed",
  );
  expect(lines.join("")).toContain("Recipient address rejected");
  expect(lines.join("")).not.toMatch(/ana|hara|people\.example/);
});

test("an error is logged without an address that has any character before the @, or that a service gave as its reason", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => lines.push(line) });
  const refusal = "550 <jane/doe@example.org> and ‹jane§doe@example.org›: rejected";
  log.error({ err: new Error(refusal) }, "job failed");
  log.warn({ reason: refusal }, "a checkout could not be started");
  log.warn({ err: new Error("x".repeat(200_000)) }, "job failed");
  expect(lines.join("").match(/: rejected/g)?.length).toBeGreaterThan(1);
  expect(lines.join("")).not.toMatch(/jane|doe/);
});

test("an error is logged without an address in another script, or inside an error that contains others", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => lines.push(line) });
  const refusal =
    "550 5.1.1 <иван.jürgen@xn--bcher-kva.example> and <ana@bücher.example>: rejected";
  const reply = { message: refusal, headers: { sent: [refusal] } };
  log.error({ err: Object.assign(new Error("refused"), { reply }) }, "job failed");
  log.error(
    { err: new AggregateError([new Error(refusal)], refusal) },
    "job given up: it cannot succeed",
  );
  expect(lines.join("").match(/: rejected/g)?.length).toBeGreaterThan(3);
  expect(lines.join("")).not.toMatch(/иван|rgen|ana|cher/);
});
