import { type OpenedDatabase, openDatabase } from "#server/db/open.ts";
import { pingDatabase } from "#server/db/ping.ts";
import { unreachableReason } from "#server/db/unreachable-reason.ts";
import { CopyError } from "./copy-format.ts";

/** @throws CopyError when the server at that address cannot be used; what {@link openDatabase} throws */
export async function connectToDatabase(
  name: "DATABASE_URL" | "--to",
  settings: Parameters<typeof openDatabase>[0],
): Promise<OpenedDatabase> {
  const database = await openDatabase(settings);
  try {
    await pingDatabase(database.db);
    return database;
  } catch (error) {
    await database.close();
    const { databaseUrl } = settings;
    const reason = databaseUrl && unreachableReason(databaseUrl, error);
    throw reason ? new CopyError(`${name} cannot be used: ${reason}.`) : error;
  }
}
