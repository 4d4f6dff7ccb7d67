import { secondMs } from "#contract/values/durations.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Logger } from "#server/system/log.ts";
import { openReplicaPool, sessionSettings } from "../postgres.ts";
import type { Db, ReadDb } from "../tables.ts";
import { unreachableReason } from "../unreachable-reason.ts";
import {
  findReplayedPosition,
  readPrimary,
  readStandby,
  type ServerPosition,
} from "./positions.ts";
import { readOnly } from "./read-only.ts";
import { withTimeout } from "./with-timeout.ts";

const checkIntervalMs = 2 * secondMs;
const checkTimeoutMs = 5 * secondMs;
/** A read that takes longer has lost its connection, or is too expensive for the replica. */
const readTimeoutMs = 10 * secondMs;
/** A replica that may lack data older than this is not read. */
const maxLagMs = 10 * secondMs;
const closeTimeoutMs = secondMs;

/** Why a replica is not read, as a sentence for the operator. It contains no secrets. */
interface Problem {
  kind: "unreachable" | "behind" | "no standby" | "another database" | "another log";
  reason: string;
}

/** What the last checks of a replica have found. */
interface ReplicaState {
  isUsable: boolean;
  /** It has everything committed at least this long ago, and may have more. Undefined until it has caught up once. */
  lagSeconds: number | undefined;
  /** Undefined if there is none, or none is known yet. */
  problem: Problem | undefined;
}

/** A read replica, which is checked repeatedly. `createReplicaReader` reads from it. */
export interface Replica {
  state(): ReplicaState;
  /** Checks it now. Never rejects. */
  check(): Promise<void>;
  /** Checks it now and every two seconds. */
  watch(): void;
  /**
   * Runs `work` there in a transaction that refuses writes.
   * @throws whatever `work` throws; Error when it takes more than ten seconds, or when the server is too far behind,
   *   since an address may lead to several servers
   */
  read<Result>(work: (db: ReadDb) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** The length of the primary's log at some instant. */
interface PastPosition {
  at: number;
  position: number;
}

/**
 * Opens a read replica; connects at the first check. The lag is computed from the primary's log: each check notes the
 * length of the log, and a replica that has replayed as much by the next check has everything that was committed
 * before. So the clocks of other machines do not matter, an idle primary does not make a replica late, and the lag does
 * not show when something is written. A replica that has more than the primary's log follows another server. A replica
 * is not read before it has caught up once, so it has the tables of this version.
 * Source: docs/decisions/0035-what-may-be-read-from-a-replica.md
 */
export function openReplica({
  replicaUrl,
  primary,
  clock,
  log,
}: {
  replicaUrl: string;
  primary: Db;
  clock: Clock;
  log: Pick<Logger, "info" | "warn">;
}): Replica {
  const { db, close } = openReplicaPool(replicaUrl);
  let past: PastPosition[] = [];
  /** Since when it is known to follow the primary. */
  let followsSince: number | undefined;
  /** It has everything that was committed by this time. */
  let caughtUpAt: number | undefined;
  let problem: Problem | undefined;
  let logged: Problem["kind"] | "none" | undefined;
  let checking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const isRecent = (at: number) => Math.abs(clock.now().getTime() - at) <= maxLagMs;

  async function findProblem(): Promise<Problem | undefined> {
    const there = await withTimeout(checkTimeoutMs, readStandby(db)).catch((error: unknown) => ({
      failure: describeFailure(replicaUrl, error),
    }));
    const at = clock.now().getTime();
    const here = await readPrimary(primary);
    const reached = past.findLast(
      ({ position }) => there !== undefined && "position" in there && position <= there.position,
    );
    past = [...past.filter((one) => isRecent(one.at)), { at, position: here.position }];
    if (there !== undefined && "failure" in there)
      return { kind: "unreachable", reason: there.failure };
    const mistake = findMistake(there, { ...here, isReached: reached !== undefined });
    caughtUpAt = mistake === undefined ? (reached?.at ?? caughtUpAt) : undefined;
    followsSince = mistake === undefined ? (followsSince ?? at) : undefined;
    const since = caughtUpAt ?? followsSince ?? at;
    return mistake ?? (isRecent(since) ? undefined : late(at - since));
  }

  function logChange(): void {
    const kind = problem?.kind ?? (caughtUpAt === undefined ? undefined : "none");
    if (kind === undefined || kind === logged) return;
    logged = kind;
    if (problem === undefined) log.info("operators' numbers are read from DATABASE_REPLICA_URL");
    else {
      log.warn(
        { reason: problem.reason },
        "DATABASE_REPLICA_URL is not used: operators' numbers are read from DATABASE_URL",
      );
    }
  }

  async function check(): Promise<void> {
    try {
      problem = await findProblem();
      logChange();
    } catch {
      // The primary does not answer, so nothing is known about the replica. After ten seconds it is no longer read.
    }
  }

  /** Checks the standby that answers: an address may lead to several, of which only one was checked before. */
  function requireRecent(replayed: number | undefined): void {
    const [oldest] = past.filter(({ at }) => isRecent(at));
    if (replayed === undefined || oldest === undefined || replayed < oldest.position) {
      throw new Error("The replica is too far behind.");
    }
  }

  const replica: Replica = {
    state() {
      const lagMs = caughtUpAt === undefined ? undefined : clock.now().getTime() - caughtUpAt;
      return {
        isUsable: problem === undefined && caughtUpAt !== undefined && isRecent(caughtUpAt),
        lagSeconds: lagMs === undefined ? undefined : Math.max(0, lagMs / secondMs),
        problem,
      };
    },
    check() {
      checking ??= check().finally(() => {
        checking = undefined;
      });
      return checking;
    },
    watch() {
      void replica.check();
      timer = setInterval(() => void replica.check(), checkIntervalMs);
      timer.unref();
    },
    read: (work) =>
      withTimeout(
        readTimeoutMs,
        // A pooler in front of it may give its sessions other settings.
        readOnly(
          db,
          async (tx) => {
            requireRecent(await findReplayedPosition(tx));
            return work(tx);
          },
          sessionSettings,
        ),
      ),
    async close() {
      clearInterval(timer);
      // Closing would wait for a connection that no longer answers.
      await withTimeout(closeTimeoutMs, close()).catch(() => {});
    },
  };
  return replica;
}

/** The reason why a server cannot be a replica of the primary, if there is one. */
function findMistake(
  there: ServerPosition | undefined,
  here: ServerPosition & { isReached: boolean },
): Problem | undefined {
  if (there === undefined) return noStandby;
  // Until it has replayed the first migration, it has no tables.
  const isEmpty = there.databaseId === undefined && !here.isReached;
  if (there.databaseId !== here.databaseId && !isEmpty) return anotherDatabase;
  return there.position > here.position ? anotherLog : undefined;
}

const noStandby: Problem = {
  kind: "no standby",
  reason: "it follows no other server: name a standby of the server of DATABASE_URL",
};
const anotherDatabase: Problem = {
  kind: "another database",
  reason: "it shows another database than DATABASE_URL",
};
const anotherLog: Problem = {
  kind: "another log",
  reason:
    "its log contains what the log of the server of DATABASE_URL does not: it follows another server, or followed one before a failover. Make the standby again",
};

const late = (milliseconds: number): Problem => ({
  kind: "behind",
  reason: `it has been behind for ${Math.round(milliseconds / secondMs)} seconds: see pg_stat_replication on the server of DATABASE_URL, and the standby's log`,
});

function describeFailure(replicaUrl: string, error: unknown): string {
  const known = unreachableReason(replicaUrl, error);
  return known ?? (error instanceof Error ? error.message : String(error));
}
