import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { lockDirectory } from "#server/db/embedded/directory-lock.ts";
import { coversFolder, createDiskCoverStore } from "#server/features/covers/cover-store-disk.ts";
import { useTestCommand } from "#server/testing/commands.ts";
import { startS3Double } from "#server/testing/s3-double.ts";

const s3 = await startS3Double();
const dataFolder = await mkdtemp(join(tmpdir(), "paraline-move-covers-"));
afterAll(async () => {
  await s3.close();
  await rm(dataFolder, { recursive: true, force: true });
});
const command = useTestCommand("covers-move", {
  settings: { ...s3.settings, DATA_DIR: dataFolder },
});

const owner = "8f14e45f-ceea-4a7e-9f5b-2b0d3c1a9e01";

it("covers:move says what it moved, and refuses to run while another one does", async () => {
  const disk = createDiskCoverStore(dataFolder);
  await disk.put(owner, "1790000000000.png", Buffer.from("a picture"));
  const unlock = lockDirectory(coversFolder(dataFolder));
  expect(await command.run("--to", "s3")).toMatchObject({
    code: 1,
    output: expect.stringContaining("Another covers:move is running on"),
  });
  expect(await disk.list(owner)).toHaveLength(1);
  unlock();
  expect(await command.run("--to", "s3")).toEqual({
    code: 0,
    output: `Moved to the bucket test-bucket, read back and compared: covers: 1 (1 KB). No cover is left in ${dataFolder}/covers.\n`,
  });
  expect([...s3.objects.keys()]).toEqual([`covers/${owner}/1790000000000.png`]);
});
