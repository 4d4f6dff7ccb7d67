import { availableParallelism } from "node:os";
import { hash, parseOptions, verify } from "@node-rs/argon2";
import { AuthError } from "#server/access/auth-error.ts";

export interface HashingCost {
  parameters: { memoryCost: number; timeCost: number; parallelism: number };
  /**
   * The hash of a password that no one has. It is made with the same parameters as other hashes, so that checking it
   * takes the same time.
   */
  dummyHash: string;
}

export const fullCost: HashingCost = {
  parameters: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  dummyHash:
    "$argon2id$v=19$m=19456,t=2,p=1$J9qV+t+NV3N4lzFeblvRbQ$G4/lwobf54DWu/k2WVkifMlQQ62WASH6qg6jcZdpMpI",
};

export interface PasswordHasher {
  /** @throws AuthError service_unavailable when too many wait already */
  hash(password: string): Promise<string>;
  /**
   * Whether the password is the one that was hashed. Without a hash, the answer is no and takes the same time.
   * @throws AuthError service_unavailable when too many wait already
   */
  verify(hashed: string | null | undefined, password: string): Promise<boolean>;
  /** Whether the hash was made with other parameters than the present ones. */
  isOutdated(hashed: string): boolean;
}

/**
 * Hashes with argon2id, off the main thread. A hash takes 19 MB and a core, so only as many run at once as there are
 * cores. Once a short queue is full, callers are refused.
 */
export function createPasswordHasher({
  concurrency = availableParallelism(),
  maxWaiting = 64,
  cost: { parameters, dummyHash } = fullCost,
}: {
  concurrency?: number;
  maxWaiting?: number;
  /** No setting changes the cost. Only tests that are not about passwords set it. */
  cost?: HashingCost;
} = {}): PasswordHasher {
  let running = 0;
  const waiting: (() => void)[] = [];

  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= concurrency) {
      if (waiting.length >= maxWaiting) {
        throw new AuthError("service_unavailable", { retry_after_seconds: 1 });
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      // The slot passes directly to the caller that has waited longest.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };

  return {
    hash: (password) => inTurn(() => hash(password, parameters)),
    async verify(hashed, password) {
      const matches = await inTurn(() => verify(hashed ?? dummyHash, password));
      return matches && typeof hashed === "string";
    },
    isOutdated(hashed) {
      const made = parseOptions(hashed);
      return (
        made.memoryCost !== parameters.memoryCost ||
        made.timeCost !== parameters.timeCost ||
        made.parallelism !== parameters.parallelism
      );
    },
  };
}
