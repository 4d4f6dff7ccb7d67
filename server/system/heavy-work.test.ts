import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { DomainError } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";
import { type HeavyTask, type HeavyWorkBudget, openHeavyWork } from "./heavy-work.ts";

/** What the thread runs here: each task by its name. */
const thread = `
  const tasks = {
    echo: (input) => input,
    hold: (flag) => Atomics.wait(flag, 0, 0),
    spin: (begun) => { Atomics.store(begun, 0, 1); Atomics.notify(begun, 0); for (;;); },
    fill: () => { const kept = []; for (;;) kept.push(new Array(10_000).fill(0)); },
    environment: () => Object.keys(process.env),
    fail: () => { throw new Error("It failed."); },
  };
  export default ({ name, input }) => tasks[name](input);
`;
const task = <Output>(name: string) => ({ name }) as HeavyTask<unknown, Output>;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "paraline-thread-"));
  await writeFile(join(folder, "thread.mjs"), thread);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const unlimited: HeavyWorkBudget = { requireLeft: async () => {}, spend: async () => {} };

function open({
  budget = unlimited,
  longestMs,
}: {
  budget?: HeavyWorkBudget;
  longestMs?: number;
} = {}) {
  const work = openHeavyWork(join(folder, "thread.mjs"), budget, longestMs);
  onTestFinished(() => work.close());
  return work;
}

/** A task that runs until the test lets it end. */
function createHold() {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  return {
    flag,
    release() {
      Atomics.store(flag, 0, 1);
      Atomics.notify(flag, 0);
    },
  };
}

const catchErrorCode = (refused: Promise<unknown>) =>
  refused.then(
    () => "done",
    (error: unknown) => (error instanceof DomainError ? error.code : error),
  );

describe("heavy work", () => {
  test("is done one at a time, and all who wait are told their place", async () => {
    const work = open();
    const hold = createHold();
    const places: string[] = [];
    const run = (owner: string, name: string, input: unknown) =>
      work.run(task(name), input, { owner, onPlace: (place) => places.push(`${owner} ${place}`) });
    const first = run("ana", "hold", hold.flag);
    await Promise.resolve();
    const second = run("ben", "echo", "two");
    const third = run("cleo", "echo", "three");
    await expect.poll(() => places).toEqual(["ben 1", "cleo 2"]);
    hold.release();
    await first;
    expect(await Promise.all([second, third])).toEqual(["two", "three"]);
    expect(places.slice(2)).toEqual(["ben 0", "cleo 1", "cleo 0"]);
  });

  test("is refused to an owner with two tasks in line, and to everyone but the server when the line is full", async () => {
    const work = open();
    const hold = createHold();
    const held = [work.run(task("hold"), hold.flag, { owner: "ana" })];
    const queue = (owner: string | undefined) =>
      work.run(task("echo"), owner, { owner, onPlace: () => {} });
    held.push(queue("ana"));
    // Nobody waits for more than one task without being shown their place.
    expect(await catchErrorCode(work.run(task("echo"), 1, { owner: "ben" }))).toBe(
      "heavy_work_full",
    );
    expect(await catchErrorCode(queue("ana"))).toBe("heavy_work_repeated");
    for (let index = 1; index < limits.heavyWorkWaitingMax; index += 1) {
      held.push(queue(`owner ${index}`));
    }
    expect(await catchErrorCode(queue("ben"))).toBe("heavy_work_full");
    const own = queue(undefined);
    hold.release();
    await Promise.all([...held, own]);
    expect(await queue("ana")).toBe("ana");
  });

  test("is stopped when it takes too long, which harms no task after it", async () => {
    const work = open({ longestMs: 5000 });
    const { flag } = createHold();
    expect(await catchErrorCode(work.run(task("spin"), flag, { owner: "ana" }))).toBe(
      "heavy_work_stopped",
    );
    expect(await work.run(task("echo"), "still here", { owner: "ana" })).toBe("still here");
  });

  test("is stopped when it takes too much memory, which harms no task after it", async () => {
    const work = open();
    expect(await catchErrorCode(work.run(task("fill"), undefined, { owner: "ana" }))).toBe(
      "heavy_work_stopped",
    );
    expect(await work.run(task("echo"), "still here", { owner: "ana" })).toBe("still here");
  });

  test("counts the seconds of an owner, and is refused when none are left", async () => {
    const spent: string[] = [];
    const work = open({
      budget: {
        async requireLeft(owner) {
          if (owner === "ben") throw new DomainError("heavy_work_exhausted");
        },
        spend: async (owner, seconds) => void spent.push(`${owner} ${seconds > 0}`),
      },
    });
    expect(await catchErrorCode(work.run(task("echo"), 1, { owner: "ben" }))).toBe(
      "heavy_work_exhausted",
    );
    await work.run(task("echo"), 1, { owner: "ana" });
    await catchErrorCode(work.run(task("fail"), 1, { owner: "ana" }));
    await work.run(task("echo"), 1, { owner: undefined });
    expect(spent).toEqual(["ana true", "ana true"]);
  });

  test("has no settings, and fails with its own error", async () => {
    const work = open();
    expect(await work.run(task("environment"), undefined, { owner: "ana" })).toEqual([]);
    await expect(work.run(task("fail"), undefined, { owner: "ana" })).rejects.toThrow("It failed.");
  });

  test("ends when the process stops, whatever is under way", async () => {
    const work = open();
    const { flag } = createHold();
    const begun = Atomics.waitAsync(flag, 0, 0);
    const spinning = work.run(task("spin"), flag, { owner: "ana" });
    const ended = expect(spinning).rejects.toThrow("Terminating worker thread");
    await begun.value;
    await work.close();
    await ended;
  });
});
