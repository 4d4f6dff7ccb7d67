import pLimit from "p-limit";
import type { Piscina } from "piscina";
import { DomainError } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";
import { openOnce } from "./open-once.ts";

/**
 * Work that keeps a processor busy for long. It runs in a thread beside the one that serves, which has neither the
 * database nor a key nor a setting: plain data in, plain data out.
 */
export interface HeavyTask<Input, Output> {
  readonly name: string;
  run(input: Input): Output | Promise<Output>;
}

/** For whom a task is run; undefined if the server itself needs it, which is neither refused nor counted. */
export interface HeavyWorkCaller {
  owner: string | undefined;
  /**
   * Is told how many tasks are ahead, whenever that changes; 0 means that it begins. Who is shown no place waits for one
   * task at most.
   */
  onPlace?: (place: number) => void;
}

/** Runs heavy tasks, one at a time. */
export interface HeavyWork {
  /**
   * Runs a task when those before it are done.
   * @throws DomainError heavy_work_full, heavy_work_repeated, heavy_work_exhausted: it was not begun;
   * heavy_work_stopped: it took too much time or memory
   */
  run<Input, Output>(
    task: HeavyTask<Input, Output>,
    input: Input,
    caller: HeavyWorkCaller,
  ): Promise<Output>;
  /** Ends the thread, and with it what runs there. */
  close(): Promise<void>;
}

/** The time that an owner's tasks may take in a day, counted in seconds. */
export interface HeavyWorkBudget {
  /** @throws DomainError heavy_work_exhausted */
  requireLeft(owner: string): Promise<void>;
  spend(owner: string, seconds: number): Promise<void>;
}

/** The thread is started when it is first used. Without work, it ends after this time and frees its memory. */
const idleMs = 30_000;
const memoryMegabytes = 256;

/** The longest time that a task may take, with those before it. */
export const longestHeavyWorkMs = (limits.heavyWorkWaitingMax + 1) * limits.heavyWorkSeconds * 1000;

/**
 * @param threadFile what the thread runs (`server/heavy-thread.ts`)
 * @param longestMs how long a task may run
 */
export function openHeavyWork(
  threadFile: string,
  budget: HeavyWorkBudget,
  longestMs: number = limits.heavyWorkSeconds * 1000,
): HeavyWork {
  const line: HeavyWorkCaller[] = [];
  const oneAtATime = pLimit(1);
  let pool: Piscina | undefined;
  // The library is loaded when it is first used, so that it does not delay the start.
  const open = openOnce(async () => {
    const library = await import("piscina");
    pool = new library.Piscina({
      filename: threadFile,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: idleMs,
      atomics: "disabled",
      env: {},
      argv: [],
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
    });
    return pool;
  });

  async function runNow(name: string, input: unknown, owner: string | undefined) {
    const threads = await open();
    const began = performance.now();
    try {
      return await threads.run({ name, input }, { signal: AbortSignal.timeout(longestMs) });
    } catch (error) {
      throw isStopped(error) ? new DomainError("heavy_work_stopped", { cause: error }) : error;
    } finally {
      const seconds = Math.ceil((performance.now() - began) / 1000);
      if (owner !== undefined) await budget.spend(owner, seconds);
    }
  }

  return {
    async run(task, input, caller) {
      const { owner } = caller;
      if (owner !== undefined) {
        await budget.requireLeft(owner);
        const own = line.filter((other) => other.owner === owner).length;
        if (own >= limits.heavyWorkEachMax) throw new DomainError("heavy_work_repeated");
        const aheadMax = caller.onPlace === undefined ? 1 : limits.heavyWorkWaitingMax;
        if (line.length > aheadMax) throw new DomainError("heavy_work_full");
      }
      // A caller may ask twice with the same object.
      const entry = { ...caller };
      line.push(entry);
      if (line.length > 1) caller.onPlace?.(line.length - 1);
      try {
        return await oneAtATime(() => runNow(task.name, input, owner));
      } finally {
        line.splice(line.indexOf(entry), 1);
        for (const [place, waiting] of line.entries()) waiting.onPlace?.(place);
      }
    },
    async close() {
      await pool?.destroy();
    },
  };
}

/** Whether a task was ended because it took too much time or memory. */
function isStopped(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.name === "AbortError" || ("code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY"))
  );
}
