import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createDatabase, dropDatabase } from "./databases.ts";
import { startProduct } from "./product.ts";

const inRoot = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/**
 * Makes the data of a product that was started once and stopped, with which the products of this run start: creating
 * the tables takes three quarters of a first start. `npm test` also starts the product in an empty folder.
 *
 * Products use the PostgreSQL server that TEST_DATABASE_URL names, which takes less CPU time than the embedded database.
 * Without one, they use the embedded database.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined) {
    process.env.E2E_EMPTY_DATA = await findOrMakeEmbeddedData();
    return undefined;
  }
  const database = await createDatabase(server);
  const folder = await mkdtemp(path.join(tmpdir(), "paraline-e2e-empty-"));
  const product = await startProduct(4060, { DATABASE_URL: database });
  await product.stop({ keep: (data) => cp(data, folder, { recursive: true }) });
  process.env.E2E_EMPTY_DATA = folder;
  process.env.E2E_EMPTY_DATABASE = database;
  return async () => {
    await dropDatabase(database);
    await rm(folder, { recursive: true, force: true });
  };
}

/** The data is made again when the server's build has changed. */
async function findOrMakeEmbeddedData(): Promise<string> {
  const { server } = JSON.parse(await readFile(inRoot("dist/built.json"), "utf8"));
  const all = inRoot(".cache/e2e-data");
  const folder = path.join(all, server);
  if (existsSync(folder)) return folder;
  await rm(all, { recursive: true, force: true });
  await mkdir(all, { recursive: true });
  const unfinished = await mkdtemp(path.join(all, "unfinished-"));
  const product = await startProduct(4060);
  await product.stop({ keep: (data) => cp(data, unfinished, { recursive: true }) });
  // Another run may have been faster.
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true, force: true }));
  return folder;
}
