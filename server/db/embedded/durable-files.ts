import { fsyncSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { findErrorCode } from "#server/system/error-code.ts";

type EmscriptenOptions = Awaited<ReturnType<NodeFS["init"]>>["emscriptenOpts"];

/** Error numbers of WebAssembly programs. */
const eio = 29;
const enospc = 51;

/** The part of Emscripten's file system on real files that its types leave out. */
type StreamOperations = {
  stream_ops: { fsync?: (stream: { nfd: number }) => number };
};

/**
 * PGlite's file system on real files, with an fsync that syncs.
 *
 * PGlite's own file system never syncs: Emscripten's layer has no fsync operation, so what PostgreSQL believes to be on
 * disk may be lost if the machine crashes.
 * @param sync replaced only by the test that counts the syncs
 */
export function createDurableFiles(directory: string, sync = fsyncSync): NodeFS {
  return new (class extends NodeFS {
    override async init(
      database: Parameters<NodeFS["init"]>[0],
      options: Parameters<NodeFS["init"]>[1],
    ): Promise<{ emscriptenOpts: EmscriptenOptions }> {
      const { emscriptenOpts } = await super.init(database, options);
      return {
        emscriptenOpts: {
          ...emscriptenOpts,
          preRun: [
            ...(emscriptenOpts.preRun ?? []),
            (module) => {
              (module.NODEFS as unknown as StreamOperations).stream_ops.fsync = (stream) => {
                try {
                  sync(stream.nfd);
                  return 0;
                } catch (error) {
                  // An exception would be lost on its way through the WebAssembly code, and the commit with it.
                  return findErrorCode(error) === "ENOSPC" ? enospc : eio;
                }
              };
            },
          ],
        },
      };
    }
  })(directory);
}

/**
 * The parameters with which PGlite has to be started so that it syncs: without -F, and with the sync call that is not a
 * no-op. It gets a quarter of a server's default buffers: they are allocated at once, and the operating system caches
 * the files anyway. Log files are removed when they are no longer needed, because a recycled file still contains data
 * that has been deleted since.
 */
export const durableStartParams: string[] = [
  ...PGlite.defaultStartParams.filter((param) => param !== "-F"),
  "-c",
  "wal_sync_method=fsync",
  "-c",
  "shared_buffers=32MB",
  "-c",
  "wal_recycle=off",
];
