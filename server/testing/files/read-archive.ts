import { buffer } from "node:stream/consumers";
import { fromBufferPromise } from "yauzl";

/** The files of a downloaded zip, by name, in the order in which it contains them. */
export async function readArchive(response: Response): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(Buffer.from(await response.arrayBuffer()));
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return files;
}
