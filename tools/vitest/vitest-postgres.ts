import { startPostgres } from "../postgres.mjs";

/** Provides the PostgreSQL server of the `server` project; its tests find it in TEST_DATABASE_URL. */
export default async function setup(): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  process.env.TEST_DATABASE_URL = postgres.url;
  return postgres.stop;
}
