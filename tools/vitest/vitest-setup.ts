import { Socket } from "node:net";
import { configureGlobal } from "fast-check";
import { afterEach, beforeEach } from "vitest";

/** Rules for every test: no traffic leaves the machine, nothing complains unexpectedly, nothing is random. */

const { FUZZ_SEED: seed = "1", FUZZ_RUNS: runs } = process.env;
configureGlobal({
  ...(seed === "random" ? {} : { seed: Number(seed) }),
  ...(runs === undefined ? {} : { numRuns: Number(runs) }),
});

const connect = Socket.prototype.connect;
const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;
const wrapped = Symbol.for("paraline.connect");

if (!(wrapped in connect)) {
  const guarded = function (this: Socket, ...args: unknown[]): Socket {
    // Node passes its own callers' arguments as one normalized array.
    const [target, host] = (Array.isArray(args[0]) ? args[0] : args) as [unknown, unknown];
    const asked =
      typeof target === "object" && target !== null
        ? "path" in target && target.path
          ? undefined
          : "host" in target
            ? target.host
            : undefined
        : typeof target === "number"
          ? host
          : undefined;
    if (typeof asked === "string" && !loopback.test(asked)) {
      const error = new Error(`A test asked the network for ${asked}: use a double instead.`);
      process.nextTick(() => this.destroy(error));
      return this;
    }
    return Reflect.apply(connect, this, args);
  };
  Socket.prototype.connect = Object.assign(guarded, { [wrapped]: true }) as typeof connect;
}

const consoleErrors: unknown[][] = [];

beforeEach(() => {
  consoleErrors.length = 0;
  // Tests that expect an error message replace this spy with their own.
  console.error = (...args: unknown[]) => {
    consoleErrors.push(args);
  };
});

afterEach(() => {
  const unexpected = consoleErrors.splice(0);
  if (unexpected.length > 0) {
    throw new Error(
      `Unexpected console.error:\n${unexpected.map((args) => args.map(String).join(" ")).join("\n")}`,
    );
  }
});
