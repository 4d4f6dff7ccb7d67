import { createHash } from "node:crypto";
import type { BucketConfig } from "#server/config/bucket.ts";
import { openBucket } from "#server/system/bucket.ts";
import { formatLines, parseLines } from "./erasure-lines.ts";
import type { ErasureStore } from "./erasure-store.ts";

/** Not the prefix of the covers, which everybody may be allowed to read. */
export const erasuresPrefix = "erasures/";
const keyPattern = /^erasures\/(\d{4}-\d\d-\d\d)\/[\da-f]{64}$/;

const hash = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");

/**
 * The list in a bucket: an object for each day, named after its content, so that none is ever overwritten. A process
 * that adds lines stores an object with all lines that it knows for the day, and only then removes the objects that it
 * has read and that have fewer lines. If two processes do so at once, neither removes the other's object, and the next
 * process joins the two.
 */
export function openErasureBucket(config: BucketConfig): ErasureStore {
  const bucket = openBucket(config);
  const listKeys = async (prefix: string) => {
    const keys: { day: string; key: string }[] = [];
    for await (const key of bucket.listKeys(prefix)) {
      const day = keyPattern.exec(key)?.[1];
      if (day !== undefined) keys.push({ day, key });
    }
    return keys;
  };
  const readObjects = async (day: string) => {
    const keys = await listKeys(`${erasuresPrefix}${day}/`);
    const found = await Promise.all(
      keys.map(async ({ key }) => {
        const content = await bucket.find(key);
        if (content === undefined) return [];
        const lines = parseLines(Buffer.from(content).toString("utf8"));
        return [{ key, lines, isIntact: key.endsWith(`/${hash(content)}`) }];
      }),
    );
    return found.flat();
  };
  const join = (objects: readonly { lines: ReadonlySet<string> }[]) =>
    new Set(objects.flatMap(({ lines }) => [...lines]));

  return {
    name: `the bucket ${config.name}`,
    async listDays() {
      const days = new Map<string, string>();
      for (const { day, key } of await listKeys(erasuresPrefix)) {
        days.set(day, `${days.get(day) ?? ""}${key}\n`);
      }
      return days;
    },
    read: async (day) => join(await readObjects(day)),
    async add(day, lines) {
      const objects = await readObjects(day);
      const had = join(objects);
      const all = new Set([...had, ...lines]);
      const content = formatLines(all);
      const whole = `${erasuresPrefix}${day}/${hash(content)}`;
      const isWhole = objects.some((found) => found.key === whole && found.lines.size === all.size);
      if (!isWhole) await bucket.put(whole, content, { ContentType: "text/plain" });
      for (const found of objects) {
        // An object that was not read in full may have more lines than were found.
        const isContained = found.isIntact && found.lines.size < all.size;
        if (found.key !== whole && isContained) await bucket.remove(found.key);
      }
      return had;
    },
    async removeDay(day) {
      for (const { key } of await listKeys(`${erasuresPrefix}${day}/`)) await bucket.remove(key);
    },
  };
}
