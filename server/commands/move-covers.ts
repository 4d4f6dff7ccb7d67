import { mkdir } from "node:fs/promises";
import { type Config, loadConfig, readEnvironment } from "#server/config/config.ts";
import { DirectoryInUseError, lockDirectory } from "#server/db/embedded/directory-lock.ts";
import { paymentSettings } from "#server/features/billing/providers.ts";
import { coversFolder, createDiskCoverStore } from "#server/features/covers/cover-store-disk.ts";
import { createS3CoverStore } from "#server/features/covers/cover-store-s3.ts";
import { type MovedCovers, moveCovers } from "#server/features/covers/move-covers.ts";
import { printUsage, readOptions } from "./command-arguments.ts";
import { CopyError } from "./copy/copy-format.ts";

const usage = `Moves all covers between the disk (DATA_DIR/covers) and the bucket that the settings S3_… name, even while the server
runs:

  npm run covers:move -- --to s3
  npm run covers:move -- --to disk

Each cover is read back and compared before it is removed from where it was. If the command is interrupted, run it again.

To s3: set the settings, restart the server, then run this. New covers go to the bucket from the restart on, and those that
are still on the disk are shown from there.
To disk: run this while the server runs, stop the server, run it again, and start the server without the settings. The
second run takes what was stored during the first one.

Exits with 0 when nothing is left to move, with 1 when something is, and with 2 for invalid arguments.
`;

/** `npm run covers:move`. @throws CopyError, ConfigError, UnavailableError */
export async function moveCoversCommand(args: readonly string[]): Promise<void> {
  const options = readOptions(args, { named: ["to"], flags: [] });
  const to = options?.values.to;
  if (to !== "s3" && to !== "disk") {
    printUsage(usage, args);
    return;
  }
  const { config } = loadConfig(readEnvironment(), paymentSettings);
  if (config.bucket === undefined) {
    throw new CopyError(
      "There is no bucket in the settings: set S3_BUCKET and the others to move covers to it or from it.",
    );
  }
  const disk = createDiskCoverStore(config.dataDir);
  const bucket = createS3CoverStore(config.bucket);
  const unlock = await lockCovers(config);
  try {
    const moved = await (to === "s3" ? moveCovers(disk, bucket) : moveCovers(bucket, disk));
    const places = [coversFolder(config.dataDir), `the bucket ${config.bucket.name}`];
    report(moved, to === "s3" ? places : places.toReversed());
  } finally {
    unlock();
  }
}

/** Keeps a second one from running: each would think that the covers that the other has moved were removed. */
async function lockCovers({ dataDir }: Config): Promise<() => void> {
  const folder = coversFolder(dataDir);
  await mkdir(folder, { recursive: true });
  try {
    return lockDirectory(folder);
  } catch (error) {
    if (!(error instanceof DirectoryInUseError)) throw error;
    throw new CopyError(`Another covers:move is running on ${folder}. Nothing was changed.`);
  }
}

function report({ covers, bytes, differing }: MovedCovers, [from, to]: readonly string[]): void {
  const done =
    covers === 0
      ? `There was nothing to move from ${from} to ${to}.`
      : `Moved to ${to}, read back and compared: covers: ${covers} (${Math.ceil(bytes / 1000)} KB).`;
  if (differing.length === 0) {
    process.stdout.write(`${done} No cover is left in ${from}.\n`);
    return;
  }
  const names = differing.map(({ owner_id, file_name }) => `  ${owner_id}/${file_name}\n`);
  process.stdout.write(`${done}\n`);
  process.stderr.write(
    `Both places have these covers with different content, and they were left in both; the one on the disk is shown. Remove the wrong ones, and run this again:\n${names.join("")}`,
  );
  process.exitCode = 1;
}
