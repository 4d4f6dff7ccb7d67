import fc from "fast-check";
import { expect, test } from "vitest";
import { readResults } from "#contract/feedback/feedback.ts";
import { useTestApp } from "#server/testing/app.ts";
import { expectUnlinked } from "#server/testing/database/expect-unlinked.ts";
import { type Move, openWorld } from "#server/testing/hostile-owner.ts";

const app = useTestApp({ each: true, start: "2026-11-02T11:00:00Z" });

const friends = ["Ana", "Ben", "Cleo"] as const;
const puppets = ["Puppet", "Sock"] as const;

const ofOwner: fc.Arbitrary<Move> = fc.oneof(
  fc.record({
    move: fc.constantFrom("answer" as const, "change" as const, "withdraw" as const),
    person: fc.constantFrom(...puppets),
  }),
  fc.record({
    move: fc.constantFrom(
      "bounce" as const,
      "resend" as const,
      "correct" as const,
      "remove" as const,
    ),
    person: fc.constantFrom(...friends, ...puppets),
  }),
  fc.record({
    move: fc.constant("edit" as const),
    changes: fc.constantFrom<object>(
      { title: "Another title" },
      { description: "Other words" },
      { deadline: "2027-04-01" },
      { deadline: "2026-11-20" },
      { is_anonymous: false },
    ),
  }),
  fc.record({ move: fc.constant("link" as const), open: fc.boolean() }),
  fc.record({
    move: fc.constantFrom(
      "expect" as const,
      "skip expecting" as const,
      "answer by link" as const,
      "remind" as const,
      "add" as const,
      "duplicate" as const,
      "pass time" as const,
    ),
  }),
);

const ofFriend: fc.Arbitrary<Move> = fc.record({
  move: fc.constantFrom(
    "answer" as const,
    "change" as const,
    "withdraw" as const,
    "ask for link" as const,
  ),
  person: fc.constantFrom(...friends),
});

/** What an owner does after the closing, with further questions or with what is left of the first ones. */
const afterClosing: fc.Arbitrary<Move> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ move: fc.constant("question" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      move: fc.constant("answer question" as const),
      person: fc.constantFrom(...puppets),
    }),
  },
  { weight: 5, arbitrary: ofOwner },
);

/** Each entry: what a friend does first, if anything; then what the owner does. */
const story = fc.array(fc.tuple(fc.option(ofFriend, { nil: undefined }), ofOwner), {
  minLength: 2,
  maxLength: 8,
});

test("whatever an owner does, nothing they see before the closing depends on whether their friends have answered", async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(story, async (entries) => {
      run += 1;
      const quiet = await openWorld(app, `quiet${run}`);
      const answered = await openWorld(app, `loud${run}x`);
      for (const [index, [friend, move]] of entries.entries()) {
        app.clock.advance({ hours: 1 });
        if (friend !== undefined) await answered.make(friend);
        const seen = await answered.make(move);
        expect(seen).toBe(await quiet.make(move));
        const isLast = index === entries.length - 1;
        if (isLast || index % 3 === 2) expect(await answered.view()).toBe(await quiet.view());
      }
      const deleted = await answered.make({ move: "delete" });
      expect(deleted).toBe(await quiet.make({ move: "delete" }));
      expect(await answered.view()).toBe(await quiet.view());
    }),
    { numRuns: 8, seed: 7 },
  );
}, 300_000);

test("after the closing an owner sees the answers of everyone together if there are at least three, and else nothing", async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([...friends, ...puppets]),
      fc.array(ofOwner, { maxLength: 3 }),
      async (answering, moves) => {
        run += 1;
        const world = await openWorld(app, `world${run}x`);
        for (const person of answering) {
          await world.make({ move: "answer", person });
        }
        for (const move of moves.filter(
          ({ move: made }) => !/^(?:answer|change|withdraw)/.test(made),
        )) {
          await world.make(move);
        }
        await world.close();
        const { responses, encouragements } = await app.call(world.owner, readResults, {
          params: { id: world.id },
        });
        const shown = answering.length >= 3 ? answering : [];
        const answers = responses.map(({ answers: [first] }) => first?.answer);
        expect(answers.toSorted()).toEqual(shown.map((name) => `${name} wrote this`).toSorted());
        expect(encouragements.map(({ note }) => note).toSorted()).toEqual(
          shown.map((name) => `${name} wrote a note`).toSorted(),
        );
        expect(JSON.stringify(responses)).not.toContain('first_name":"');
        // Neither the sealed answers nor who has answered is stored any more.
        expect(await app.db.selectFrom("sealed_answers").selectAll().execute()).toEqual([]);
        expect(await app.db.selectFrom("sealing_keys").selectAll().execute()).toEqual([]);
        const used = await app.db
          .selectFrom("invites")
          .where("circle_id", "=", world.id)
          .where((where) =>
            where.or([where("status", "=", "completed"), where("submission_key", "is not", null)]),
          )
          .select("id")
          .execute();
        expect(used).toEqual([]);
      },
    ),
    { numRuns: 8, seed: 7 },
  );
}, 300_000);

test("what an owner sees of further questions does not depend on who answers, before the question closes", async () => {
  let run = 0;
  const ofAsked: fc.Arbitrary<Move> = fc.record({
    move: fc.constantFrom("answer question" as const, "change" as const, "withdraw" as const),
    person: fc.constantFrom(...friends),
  });
  const entries = fc.array(fc.tuple(fc.option(ofAsked, { nil: undefined }), afterClosing), {
    minLength: 2,
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(entries, async (told) => {
      run += 1;
      const quiet = await openWorld(app, `calm${run}`);
      const answered = await openWorld(app, `brisk${run}x`);
      for (const world of [quiet, answered]) {
        // Nobody has answered, because released answers are in a random order.
        await world.close();
        await world.make({ move: "question" });
      }
      for (const [index, [friend, move]] of told.entries()) {
        app.clock.advance({ hours: 1 });
        if (friend !== undefined) await answered.make(friend);
        expect(await answered.make(move)).toBe(await quiet.make(move));
        const isLast = index === told.length - 1;
        if (isLast || index % 3 === 2) expect(await answered.view()).toBe(await quiet.view());
      }
    }),
    { numRuns: 5, seed: 7 },
  );
}, 300_000);

test("a further question shows the answers of everyone together if there are at least three, and else nothing", async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...friends, ...puppets]), async (answering) => {
      run += 1;
      const world = await openWorld(app, `further${run}x`);
      for (const person of friends) await world.make({ move: "answer", person });
      await world.close();
      await world.make({ move: "question" });
      for (const person of answering) await world.make({ move: "answer question", person });
      await world.make({ move: "close question" });
      const { responses } = await app.call(world.owner, readResults, {
        params: { id: world.questions[0] ?? "" },
      });
      const shown = answering.length >= 3 ? answering : [];
      const answers = responses.map(({ answers: [first] }) => first?.answer);
      expect(answers.toSorted()).toEqual(shown.map((name) => `${name} wrote this`).toSorted());
      expect(JSON.stringify(responses)).not.toContain('first_name":"');
      await expectUnlinked(app.db);
    }),
    { numRuns: 5, seed: 7 },
  );
}, 300_000);
