import { randomUUID } from "node:crypto";
import type { CoverStore } from "#server/features/covers/cover-store.ts";
import { type Check, failed, passed } from "#server/system/check.ts";

/** Whether the store of covers stores, returns and removes a file: a few bytes of an owner who does not exist. */
export function covers(store: CoverStore): Check {
  return {
    name: "covers",
    // The store gives up on a bucket that does not answer, twice here, and its error names the bucket.
    seconds: 45,
    run: async () => {
      const owner = randomUUID();
      const name = "1.png";
      const content = Buffer.from(`npm run doctor ${owner}`);
      try {
        await store.put(owner, name, content);
        const found = await store.find(owner, name);
        if (found === undefined || !content.equals(found)) {
          return failed("A picture was stored, and not returned as it was: look at the storage.");
        }
      } finally {
        await store.removeAll(owner);
      }
      return (await store.find(owner, name)) === undefined
        ? passed("a probe was stored, read and removed")
        : failed("A picture could not be removed: give this server permission to delete objects.");
    },
  };
}
