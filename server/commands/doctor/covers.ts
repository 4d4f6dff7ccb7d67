import { randomUUID } from "node:crypto";
import type { CoverStore } from "#server/features/covers/cover-store.ts";
import { type Check, fine, wrong } from "#server/system/check.ts";

/** Whether the store of covers keeps what it is given, returns it and removes it: a few bytes of an owner who is nobody. */
export function covers(store: CoverStore): Check {
  return {
    name: "covers",
    // A bucket that does not answer is given up by its store, twice here, and the store names it.
    seconds: 45,
    run: async () => {
      const owner = randomUUID();
      const name = "1.png";
      const content = Buffer.from(`npm run doctor ${owner}`);
      try {
        await store.put(owner, name, content);
        const found = await store.find(owner, name);
        if (found === undefined || !content.equals(found)) {
          return wrong("A picture was stored, and not returned as it was: look at the storage.");
        }
      } finally {
        await store.removeAll(owner);
      }
      return (await store.find(owner, name)) === undefined
        ? fine("a probe was stored, read and removed")
        : wrong("A picture could not be removed: give this server permission to delete objects.");
    },
  };
}
