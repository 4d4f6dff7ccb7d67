import { isIPv4, isIPv6 } from "node:net";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from "rate-limiter-flexible";
import { DomainError } from "#contract/errors.ts";
import type { DatabaseKind } from "#server/db/open.ts";
import { createQueryClient } from "#server/db/query-client.ts";
import type { Db } from "#server/db/tables.ts";
import { bareAddress } from "./client-address.ts";

/** `points` calls in `seconds`, counted from the first. Each process counts `memory` rules by itself. */
export type LimitRule = { points: number; seconds: number; store?: "shared" | "memory" };

type LimitVerdict = {
  allowed: boolean;
  /** After how long another call may be allowed; 0 while calls are. */
  retry_after_seconds: number;
};

/** Counts calls by the name of a rule and a key: an address, an account, a hashed email address. */
export interface Limiter<Name extends string> {
  /** Counts a call, even one that is refused. Not to be called inside a transaction. */
  consume(name: Name, key: string): Promise<LimitVerdict>;
  /** Counts further points of a call that was allowed. Not to be called inside a transaction. */
  spend(name: Name, key: string, points: number): Promise<void>;
  /** Takes back one counted call that had no effect. Not to be called inside a transaction. */
  giveBack(name: Name, key: string): Promise<void>;
  /** Forgets what was counted. Not to be called inside a transaction. */
  clear(name: Name, key: string): Promise<void>;
}

/** All processes share the counts. With the embedded database, which has one process, they are kept in memory. */
export function createLimiter<Name extends string>(
  rules: Readonly<Record<Name, LimitRule>>,
  { db, kind, enabled }: { db: Db; kind: DatabaseKind; enabled: boolean },
): Limiter<Name> {
  if (!enabled) {
    return {
      consume: async () => ({ allowed: true, retry_after_seconds: 0 }),
      spend: async () => {},
      giveBack: async () => {},
      clear: async () => {},
    };
  }

  const counters = new Map<Name, RateLimiterAbstract>();
  const counter = (name: Name): RateLimiterAbstract => {
    const known = counters.get(name);
    if (known) return known;
    const { points, seconds, store } = rules[name];
    const options = { keyPrefix: name, points, duration: seconds };
    const made =
      kind === "postgres" && store !== "memory"
        ? new RateLimiterPostgres({
            ...options,
            storeClient: createQueryClient(db),
            storeType: "client",
            tableName: "rate_limits",
            tableCreated: true,
            // Otherwise the library would read the table for each rule every five minutes.
            clearExpiredByTimeout: false,
          })
        : new RateLimiterMemory(options);
    counters.set(name, made);
    return made;
  };

  return {
    async consume(name, key) {
      try {
        await counter(name).consume(key);
        return { allowed: true, retry_after_seconds: 0 };
      } catch (refused) {
        // Anything but the library's own refusal is an error of the database.
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return {
          allowed: false,
          retry_after_seconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)),
        };
      }
    },
    async spend(name, key, points) {
      if (points > 0) await counter(name).penalty(key, points);
    },
    async giveBack(name, key) {
      await counter(name).reward(key);
    },
    async clear(name, key) {
      await counter(name).delete(key);
    },
  };
}

/** Deletes counts that had expired by an instant, `limit` of them. @returns how many it deleted */
export async function deleteExpiredCounts(db: Db, before: Date, limit: number): Promise<number> {
  const { rowCount } = await createQueryClient(db).query({
    text: `
      delete from rate_limits
      where expire < $1::bigint and key = any(array(
        select key from rate_limits where expire < $1::bigint order by expire limit $2))`,
    values: [before.getTime(), limit],
  });
  return rowCount;
}

/** Counts a call. Not to be called inside a transaction. @throws DomainError rate_limited */
export async function requireAllowed<Name extends string>(
  limiter: Pick<Limiter<Name>, "consume">,
  name: Name,
  key: string,
): Promise<void> {
  const { allowed, retry_after_seconds } = await limiter.consume(name, key);
  if (!allowed) throw new DomainError("rate_limited", { retry_after_seconds });
}

/**
 * An IPv6 address counts by its network, because a household gets 2^64 of them, unless it represents an IPv4 address.
 * Everything that is not an address, because a proxy wrote something else, counts as one caller.
 */
export function addressKey(address: string): string {
  const bare = bareAddress(address);
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return "unknown";
  const groups = readIPv6(bare);
  if (ipv4Prefixes.includes(groups.slice(0, 6).join(":"))) {
    const pairs = groups.slice(6).map((group) => Number.parseInt(group, 16));
    return pairs.flatMap((pair) => [pair >> 8, pair & 255]).join(".");
  }
  return `${groups.slice(0, 4).join(":")}::/64`;
}

const ipv4Prefixes = ["0:0:0:0:0:ffff", "64:ff9b:0:0:0:0"];

/** The eight groups of an IPv6 address in any spelling, as lowercase hex without leading zeros. */
function readIPv6(address: string): string[] {
  // An address in a URL is normalized: an IPv4 ending becomes hex.
  const { hostname } = new URL(`http://[${address}]`);
  const [left = [], right = []] = hostname
    .slice(1, -1)
    .split("::")
    .map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => "0");
  return [...left, ...zeros, ...right];
}
