import { sql } from "kysely";
import { expect, it } from "vitest";
import type { Sealed } from "#server/db/sealed.ts";
import { UnreadableSecretError } from "#server/system/secrets.ts";
import { useTestApp } from "#server/testing/app.ts";
import { readRow } from "#server/testing/database/rows.ts";
import { findCircleOfOwner, type OwnedCircle } from "./owned-circle.ts";
import {
  type BegunCircle,
  beginReading,
  loadReadableCircle,
  openText,
  type ReadableCircle,
} from "./readable-circle.ts";

const app = useTestApp();

async function createAnswered(text: string) {
  const owner = await app.createOwner();
  const id = await app.circles.create(owner);
  const encouragement = `${text} Go on.`;
  await app.circles.answerAs(id, "ana", { answers: { 1: text }, encouragement });
  const results = async () => {
    const response = await app.as(owner, "GET", `/api/circles/${id}/feedback`);
    return { status: response.status, body: await response.text() };
  };
  const begin = async (): Promise<BegunCircle> => {
    const circle = await findCircleOfOwner(app.db, id);
    if (circle === undefined) throw new Error("The paraline is gone.");
    return beginReading(app.db, await loadReadableCircle(app.deps, circle));
  };
  const stored = () => readRow(app.db, "feedback", { circle_id: id }, ["sealed"]);
  return { id, text, results, begin, stored };
}

it("an answer that was moved to another paraline in the database is not opened there", async () => {
  const both = [await createAnswered("Calm when it counts."), await createAnswered("You hurry.")];
  for (const { results, text } of both) expect((await results()).body).toContain(text);
  const [one, other] = both.map(({ id }) => id);
  await sql`
    update feedback set sealed = moved.sealed from feedback as moved
    where feedback.circle_id in (${one}, ${other}) and moved.circle_id in (${one}, ${other})
      and moved.circle_id <> feedback.circle_id`.execute(app.db);
  for (const { results, begin, stored } of both) {
    const [begun, { sealed }] = [await begin(), await stored()];
    expect(() => openText(begun, "answers", sealed)).toThrow(UnreadableSecretError);
    const { status, body } = await results();
    expect(status).toBe(500);
    for (const { text } of both) expect(body).not.toContain(text);
  }
});

it("a note that was moved into the place of an answer of the same paraline is not opened as an answer", async () => {
  const { id, text, results, begin, stored } = await createAnswered("Ask for the books.");
  await sql`
    update feedback set sealed = encouragements.sealed from encouragements
    where feedback.circle_id = ${id} and encouragements.circle_id = ${id}`.execute(app.db);
  const [begun, { sealed }] = [await begin(), await stored()];
  expect(() => openText(begun, "answers", sealed)).toThrow(UnreadableSecretError);
  const { status, body } = await results();
  expect(status).toBe(500);
  expect(body).not.toContain(text);
});

it("a stored text is not a string, and code that opens it without a readable paraline does not compile", () => {
  // This is never called: `npm run check` reports a line that compiles although it is expected not to.
  const mustNotCompile = (
    sealed: Sealed<"answers">,
    unopened: Sealed<"sealed answers">,
    owned: OwnedCircle,
    readable: ReadableCircle,
    begun: BegunCircle,
  ) => {
    // @ts-expect-error a stored text is not a string
    const text: string = sealed;
    // @ts-expect-error it does not have the methods of a string either
    sealed.trim();
    // @ts-expect-error it is not bytes either
    Buffer.from(sealed);
    // @ts-expect-error a circle that is only known to be the owner's opens nothing
    openText(owned, "answers", sealed);
    // @ts-expect-error nor does one that may be read, before it is stored that its owner has begun to read
    openText(readable, "answers", sealed);
    // @ts-expect-error an object that looks like a readable circle is not one
    const made: ReadableCircle = { ...owned };
    // @ts-expect-error an answer is not opened as a note
    openText(begun, "encouragement", sealed);
    // @ts-expect-error what is sealed until the closing is not opened for any owner
    openText(begun, "sealed answers", unopened);
    openText(begun, "answers", sealed).trim();
    void [text, made];
  };
  expect(mustNotCompile).toBeTypeOf("function");
});
