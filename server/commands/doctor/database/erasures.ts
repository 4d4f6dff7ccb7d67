import { rm } from "node:fs/promises";
import { join } from "node:path";
import { dayOf } from "#contract/values/days.ts";
import { dayMs, minuteMs } from "#contract/values/durations.ts";
import { erasuresPrefix } from "#server/access/erasures/erasure-bucket.ts";
import { openErasureStores } from "#server/access/erasures/erasure-list.ts";
import { findListedDays, isMarked } from "#server/access/erasures/read-erasure-list.ts";
import type { BucketConfig } from "#server/config/bucket.ts";
import { findDatabaseState } from "#server/db/database-state.ts";
import { openBucket } from "#server/system/bucket.ts";
import { type Finding, failed, passed } from "#server/system/check.ts";
import { writeFileAtomically } from "#server/system/files.ts";
import type { DatabaseCheck } from "./database-check.ts";

/** How soon the list must exist. A sweep writes it every minute. */
const begunWithinMs = 5 * minuteMs;
const probe = ".doctor";
const probeText = "written by npm run doctor\n";

/**
 * Whether the list of erasures, without which no backup is restored, is currently written to each of its places outside
 * the database.
 */
export const erasures: DatabaseCheck = {
  name: "list of erasures",
  // By then, two attempts at a bucket that does not answer have been given up.
  seconds: 45,
  run: async ({ db, clock, secrets, config }) => {
    const now = clock.now();
    await writeFileAtomically(config.erasuresDir, probe, probeText);
    await rm(join(config.erasuresDir, probe), { force: true });
    const exposed = config.bucket && (await probeBucket(config.bucket));
    if (exposed) return exposed;
    const stores = openErasureStores(config);
    const names = stores.map(({ name }) => name).join(" and ");
    const servedAt = (await findDatabaseState(db))?.served_at ?? now;
    if (now.getTime() - servedAt.getTime() < begunWithinMs) {
      return passed(`${names} can be written to; the first start begins the list`);
    }
    const yesterday = dayOf(now.getTime() - dayMs);
    const found: string[] = [];
    for (const store of stores) {
      const days = await findListedDays(store);
      if (days === undefined || days.to < yesterday) {
        return failed(
          `${days === undefined ? `There is no list in ${store.name}` : `The list in ${store.name} ends on ${days.to}`}: a running server writes it every day. Start it, read in its log why it does not, or set ERASURES_DIR to the folder that it uses.`,
        );
      }
      if (!isMarked(await store.read(days.to), secrets)) {
        return failed(
          `The list in ${store.name} was written with another APP_SECRET: it is of no use here. Set ERASURES_DIR, or the settings S3_…, to the place of this server.`,
        );
      }
      found.push(`${store.name} (${days.from} to ${days.to})`);
    }
    return passed(`is in ${found.join(" and ")}`);
  },
};

/** Stores a probe beside the list in the bucket, and requests it as anybody could. */
async function probeBucket(config: BucketConfig): Promise<Finding | undefined> {
  const bucket = openBucket(config);
  const key = `${erasuresPrefix}${probe}`;
  await bucket.put(key, probeText, { ContentType: "text/plain" });
  try {
    if (config.publicUrl === undefined) return undefined;
    const answer = await fetch(`${config.publicUrl}/${key}`, { signal: AbortSignal.timeout(5000) });
    if ((await answer.text()) !== probeText) return undefined;
    return failed(
      `Everybody can read what is under ${erasuresPrefix} at S3_PUBLIC_URL: make only covers/ public, in the bucket or at the CDN.`,
    );
  } finally {
    await bucket.remove(key);
  }
}
