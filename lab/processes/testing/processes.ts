import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "../../../server/testing/free-port.ts";
import { startS3Double } from "../../../server/testing/s3-double.ts";
import { startCaddy } from "../../../tools/deploy/testing/caddy.ts";
import { startPgBouncer } from "../../../tools/pgbouncer.mjs";
import { startOwnPostgres } from "../../../tools/postgres.mjs";
import { createMailSink } from "./mail-sink.ts";
import { type Output, type ProductProcess, startProductProcess } from "./product-process.ts";

export type Processes = Awaited<ReturnType<typeof startProcesses>>;

/**
 * Two web and two worker processes behind Caddy, each with a folder of its own, on one PostgreSQL server, with a bucket
 * and a mail server. With TEST_POOLER, they reach the database through PgBouncer.
 * @param onMail called with each email that arrives, before its sender gets a response
 */
export async function startProcesses(
  caddy: string,
  onMail: (count: number, workers: readonly ProductProcess[]) => void,
) {
  const folder = await mkdtemp(path.join(tmpdir(), "paraline-processes-"));
  const postgres = await startOwnPostgres();
  let workers: readonly ProductProcess[] = [];
  const sink = createMailSink((count) => onMail(count, workers));
  const output: Output = { text: "" };
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const pooler = process.env.TEST_POOLER ? await startPgBouncer(postgres.url) : undefined;
  const bucket = await startS3Double();
  const settings: Record<string, string> = {
    ...bucket.settings,
    DATABASE_URL: pooler?.url ?? postgres.url,
    ...(pooler && { DATABASE_DIRECT_URL: postgres.url }),
  };
  const place = { folder, settings, publicUrl, sink };
  const start = (name: string, role: "web" | "worker") =>
    startProductProcess(name, role, place, output);
  // All start at once, on an empty database.
  const [webA, webB, workerA, workerB] = await Promise.all([
    start("web a", "web"),
    start("web b", "web"),
    start("worker a", "worker"),
    start("worker b", "worker"),
  ]);
  const all = [webA, webB, workerA, workerB];
  const ready = Promise.all(all.map((one) => one.ready()));
  // Callers that wait for it go on waiting for the process that replaces it.
  webB.kill();
  // Processes that are still running end with the tests, however these end.
  const destroy = () => {
    for (const one of all) one.destroy();
  };
  process.once("exit", destroy);
  workers = [workerA, workerB];
  const proxy = await startCaddy(caddy, folder, port, [webA.address, webB.address]);
  await ready;

  let restarting = Promise.resolve();
  return {
    proxy,
    webs: [webA, webB] as const,
    workers: [workerA, workerB] as const,
    sink,
    bucket,
    output,
    /** Leads to the server itself. */
    databaseUrl: postgres.url,
    restartPostgres(kind: "orderly" | "crash") {
      restarting = restarting.then(async () => {
        sink.events.push({ kind: "postgres" });
        await postgres.restart(kind);
        sink.events.push({ kind: "postgres" });
      });
      return restarting;
    },
    async stop() {
      destroy();
      process.removeListener("exit", destroy);
      await proxy.stop();
      await sink.stop();
      await bucket.close();
      await pooler?.stop();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
