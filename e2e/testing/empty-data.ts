import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { startProduct } from "./product.ts";

const inRoot = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/**
 * Makes the data of a product that was started once and stopped, with which the products of this run start: creating
 * the database takes three quarters of a first start. `npm test` also starts the product in an empty folder. The data
 * is made again when the server's build has changed.
 */
export default async function setup(): Promise<void> {
  const { server } = JSON.parse(await readFile(inRoot("dist/built.json"), "utf8"));
  const all = inRoot(".cache/e2e-data");
  const folder = path.join(all, server);
  process.env.E2E_EMPTY_DATA = folder;
  if (existsSync(folder)) return;
  await rm(all, { recursive: true, force: true });
  await mkdir(all, { recursive: true });
  const unfinished = await mkdtemp(path.join(all, "unfinished-"));
  const product = await startProduct(4060);
  await product.stop({ keep: (data) => cp(data, unfinished, { recursive: true }) });
  // Another run may have been faster.
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true, force: true }));
}
