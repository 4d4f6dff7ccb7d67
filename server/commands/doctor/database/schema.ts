import { requireUsableDatabase } from "#server/db/database-state.ts";
import { describeLaterSchema, isMigrated, listExecuted } from "#server/db/migrate.ts";
import { migrations } from "#server/db/migrations/list.ts";
import { failed, passed } from "#server/system/check.ts";
import type { DatabaseCheck } from "./database-check.ts";

/** Whether a server of this version can start on the database without changing it first. */
export const schema: DatabaseCheck = {
  name: "database: migrations",
  run: async ({ db }) => {
    await requireUsableDatabase(db);
    const executed = await listExecuted(db);
    if (executed.length === 0) return passed("none yet: the first start runs them");
    const pending = Object.keys(migrations).filter((name) => !executed.includes(name));
    if (pending.length > 0) {
      return failed(
        `${pending.length} are pending (${pending.slice(0, 3).join(", ")}${pending.length > 3 ? ", ..." : ""}): start this version, which runs them.`,
      );
    }
    if (!(await isMigrated(db))) return failed(describeLaterSchema(executed));
    const later = executed.filter((name) => migrations[name] === undefined);
    return passed(
      later.length === 0
        ? "none is pending"
        : `a later version has run ${later.length} more, with which this one can work`,
    );
  },
};
