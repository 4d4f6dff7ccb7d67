import { mkdir } from "node:fs/promises";
import { type Config, loadConfig, readEnvironment } from "#server/config/config.ts";
import { DirectoryInUseError, lockDirectory } from "#server/db/embedded/directory-lock.ts";
import { paymentSettings } from "#server/features/billing/providers.ts";
import { coversFolder, createDiskCoverStore } from "#server/features/covers/cover-store-disk.ts";
import { createS3CoverStore } from "#server/features/covers/cover-store-s3.ts";
import { type MovedCovers, moveCovers } from "#server/features/covers/move-covers.ts";
import { readOptions, refuseArguments } from "./command-arguments.ts";
import { CopyError } from "./copy/copy-format.ts";

export async function moveCoversCommand(args: readonly string[]): Promise<void> {
  const options = readOptions(args, { named: ["to"], flags: [] });
  const to = options?.values.to;
  if (to !== "s3" && to !== "disk") return refuseArguments("covers-move");
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
