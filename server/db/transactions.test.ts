import { connect, createServer } from "node:net";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { itOnPostgres, useTestDatabase } from "#server/testing/database/db.ts";
import { listen } from "#server/testing/listen.ts";
import { isLostConnection, isUniqueViolation } from "./errors.ts";
import { openPostgres } from "./postgres.ts";
import { inTransaction } from "./transactions.ts";

const database = useTestDatabase();

beforeAll(async () => {
  await sql`create table trial (id int primary key, note text)`.execute(database.db);
});
beforeEach(async () => {
  await sql`delete from trial`.execute(database.db);
});
afterAll(async () => {
  await sql`drop table trial`.execute(database.db);
});

const stored = async () => {
  const { rows } = await sql<{ id: number }>`select id from trial order by id`.execute(database.db);
  return rows.map(({ id }) => id);
};

describe("a transaction", () => {
  test("stores all of its changes when it resolves", async () => {
    const result = await inTransaction(database.db, async (tx) => {
      await sql`insert into trial values (1), (2)`.execute(tx);
      return "done";
    });
    expect(result).toBe("done");
    expect(await stored()).toEqual([1, 2]);
  });

  test("stores none of them when it rejects, and rejects with the same error", async () => {
    const refusal = new Error("no");
    const work = inTransaction(database.db, async (tx) => {
      await sql`insert into trial values (1)`.execute(tx);
      throw refusal;
    });
    await expect(work).rejects.toBe(refusal);
    expect(await stored()).toEqual([]);
  });

  test("stores none of them when a statement's failure was swallowed", async () => {
    const work = inTransaction(database.db, async (tx) => {
      await sql`insert into trial values (1)`.execute(tx);
      await sql`insert into trial values (1)`.execute(tx).catch(() => {});
    });
    await expect(work).rejects.toThrow();
    expect(await stored()).toEqual([]);
  });

  test("stores none of them when the commit itself is refused", async () => {
    const work = inTransaction(database.db, async (tx) => {
      await sql`create table later (id int unique deferrable initially deferred)`.execute(tx);
      await sql`insert into later values (1), (1)`.execute(tx);
      await sql`insert into trial values (1)`.execute(tx);
    });
    await expect(work).rejects.toSatisfy((error) => isUniqueViolation(error));
    expect(await stored()).toEqual([]);
  });

  test("begins again after a serialization failure, three times at most", async () => {
    let runs = 0;
    const failing = (times: number) =>
      inTransaction(database.db, async (tx) => {
        runs += 1;
        await sql`insert into trial values (${runs})`.execute(tx);
        if (runs <= times) await sql.raw("do $$ begin raise sqlstate '40001'; end $$").execute(tx);
      });
    await failing(3);
    expect(await stored()).toEqual([4]);

    runs = 10;
    await expect(failing(99)).rejects.toMatchObject({ code: "40001" });
    expect(runs).toBe(14);
    expect(await stored()).toEqual([4]);
  });

  test("refuses the use of the outer handle, which would wait for the transaction, rather than hang", async () => {
    const wrong: Array<() => Promise<unknown>> = [
      () => sql`select 1`.execute(database.db),
      () => database.db.transaction().execute(async () => {}),
      () => inTransaction(database.db, async () => {}),
    ];
    for (const useOuterHandle of wrong) {
      await expect(inTransaction(database.db, useOuterHandle)).rejects.toThrow(
        "The outer database handle was used inside a transaction",
      );
    }
    await inTransaction(database.db, async () => {});
    expect(await stored()).toEqual([]);
  });

  test("does not let others in between its statements", async () => {
    const writers = Array.from({ length: 20 }, (_, writer) =>
      inTransaction(database.db, async (tx) => {
        await sql`insert into trial values (${writer * 2}, 'first')`.execute(tx);
        await sql`select 1`.execute(tx);
        if (writer % 2 === 1) throw new Error("changed my mind");
        await sql`insert into trial values (${writer * 2 + 1}, 'second')`.execute(tx);
      }).catch(() => {}),
    );
    const readers = Array.from({ length: 20 }, async () => {
      const ids = await stored();
      expect(ids.length % 2, `a half-stored pair among ${ids}`).toBe(0);
    });
    await Promise.all([...writers, ...readers]);
    expect(await stored()).toHaveLength(20);
  });
});

describe("an error of the database", () => {
  test("names the constraint that refused a row", async () => {
    await sql`insert into trial values (1)`.execute(database.db);
    const error: unknown = await sql`insert into trial values (1)`
      .execute(database.db)
      .catch((reason: unknown) => reason);
    expect(isUniqueViolation(error)).toBe(true);
    expect(isLostConnection(error)).toBe(false);
  });

  test("is recognized when nothing answers at the server's address", async () => {
    const { db, close } = openPostgres("postgres://nobody@127.0.0.1:1/none");
    const error: unknown = await sql`select 1`.execute(db).catch((reason: unknown) => reason);
    expect(isLostConnection(error)).toBe(true);
    await close();
  });

  itOnPostgres(
    "is recognised when the server drops connections, and the pool goes on",
    async () => {
      const { db, close } = openPostgres(database.databaseUrl);
      const dropAll = async () => {
        const admin = new pg.Client(database.databaseUrl);
        await admin.connect();
        await admin.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and application_name = 'paraline'`,
        );
        await admin.end();
      };

      const during: unknown = await inTransaction(db, async (tx) => {
        await sql`insert into trial values (1)`.execute(tx);
        await dropAll();
        await sql`insert into trial values (2)`.execute(tx);
      }).catch((reason: unknown) => reason);
      expect(isLostConnection(during)).toBe(true);

      await sql`select 1`.execute(db);
      await dropAll();
      await expect
        .poll(() => sql`select 1`.execute(db).then(() => "answered", isLostConnection))
        .toBe("answered");
      await expect.poll(() => stored().catch(() => undefined)).toEqual([]);
      await close();
    },
  );

  itOnPostgres(
    "a connection that is lost before its first statement is not counted as taken for ever",
    async () => {
      const server = new URL(database.databaseUrl);
      let isLosing = true;
      const proxy = createServer((client) => {
        const upstream = connect(Number(server.port), server.hostname);
        for (const [one, other] of [
          [client, upstream],
          [upstream, client],
        ] as const) {
          one.on("error", () => {}).on("close", () => other.destroy());
        }
        upstream.pipe(client);
        client.on("data", (sent) => {
          // The message after the start-up is a statement ("Q").
          if (isLosing && sent.toString("latin1", 0, 1) === "Q") client.destroy();
          else upstream.write(sent);
        });
      });
      const { port } = await listen(proxy);
      onTestFinished(() => void proxy.close());
      const { db, close } = openPostgres(
        Object.assign(new URL(server), { hostname: "127.0.0.1", port }).href,
      );
      onTestFinished(close);
      for (let lost = 0; lost < 12; lost += 1) {
        const failure = await sql`select 1`.execute(db).then(() => undefined, String);
        expect(failure).toContain("Connection terminated");
      }
      isLosing = false;
      expect((await sql`select 1 as answer`.execute(db)).rows).toEqual([{ answer: 1 }]);
    },
  );

  itOnPostgres("comes within 30 s from a statement that would not end", async () => {
    const { rows } = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'TimeZone')
      order by name collate "C"
    `.execute(database.db);
    expect(rows).toEqual([
      { name: "TimeZone", setting: "UTC" },
      { name: "idle_in_transaction_session_timeout", setting: "30000" },
      { name: "lock_timeout", setting: "10000" },
      { name: "statement_timeout", setting: "30000" },
    ]);
  });
});
