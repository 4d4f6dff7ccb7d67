import { rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { type Check, failed, passed } from "#server/system/check.ts";
import { writeFileAtomically } from "#server/system/files.ts";

const leastFree = 1024 ** 3;
const probe = ".doctor";

/** Whether DATA_DIR can be written to, and its disk has enough space for some time. */
export function dataFolder({ dataDir }: { dataDir: string }): Check {
  return {
    name: "DATA_DIR",
    run: async () => {
      await writeFileAtomically(dataDir, probe, "written by npm run doctor\n");
      await rm(join(dataDir, probe), { force: true });
      const { bavail, bsize } = await statfs(dataDir);
      const free = bavail * bsize;
      return free < leastFree
        ? failed(
            `The disk of ${dataDir} has only ${formatSize(free)} left: make room, so that answers can be stored.`,
          )
        : passed(`${dataDir} can be written to, ${formatSize(free)} free`);
    },
  };
}

const formatSize = (bytes: number) =>
  bytes < 1024 ** 3 ? `${Math.floor(bytes / 1024 ** 2)} MB` : `${Math.floor(bytes / 1024 ** 3)} GB`;
